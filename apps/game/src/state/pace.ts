import { signal } from '@preact/signals'
import type { Pace } from '../reel/timing.ts'
import { current } from './session.ts'
import { readStored, store } from './storage.ts'

const KEY = 'coffer.fast'

/** The player's own choice of fast reels; it counts where the casino allows it. */
export const wantsFast = signal(readStored<boolean>(KEY) ?? false)

export function chooseFast(isFast: boolean): void {
  wantsFast.value = isFast
  store(KEY, isFast)
}

export function paceNow(): Pace {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 'still'
  return wantsFast.value && current().bootstrap.presentation.fastMode ? 'fast' : 'full'
}
