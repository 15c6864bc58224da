import { signal } from '@preact/signals'
import { readStored, store } from '../kit/storage.ts'
import { current } from '../session/session.ts'
import type { Pace } from './timing.ts'

const KEY = 'coffer.fast'

/** The player's own choice of fast reels; it counts where the casino allows it. */
const wantsFast = signal(readStored<boolean>(KEY) ?? false)

function chooseFast(isFast: boolean): void {
  wantsFast.value = isFast
  store(KEY, isFast)
}

export function paceNow(): Pace {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 'still'
  return wantsFast.value && current().bootstrap.presentation.fastMode ? 'fast' : 'full'
}

/** Lets a player have it shown faster, where the operator does. */
export function FastToggle({ label }: { label: string }) {
  if (!current().bootstrap.presentation.fastMode) return null
  return (
    <label class="toggle">
      <input type="checkbox" checked={wantsFast.value} onChange={(event) => chooseFast(event.currentTarget.checked)} />
      {label}
    </label>
  )
}
