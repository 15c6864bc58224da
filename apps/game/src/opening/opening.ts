import type { OpenBody } from '@coffer/contract/play'
import type { BoxDetail } from '@coffer/contract/shapes'
import type { ApiFailure } from '@coffer/web'
import { signal } from '@preact/signals'
import { isUnderWay } from '../play/games.ts'
import type { Pace } from '../play/timing.ts'
import type { Result } from './wins.ts'

/** One open, from the click to the prize. `asking`, `confirming` and `slowed` have no outcome yet; what follows only shows it. */
export type Opening =
  | {
      readonly is: 'asking' | 'confirming' | 'slowed' | 'parked'
      readonly box: BoxDetail
      readonly seed: number
      readonly body: OpenBody
    }
  | {
      readonly is: 'spinning' | 'shown'
      readonly box: BoxDetail
      readonly result: Result
      readonly seed: number
      readonly pace: Pace
      /** Monotonic milliseconds of the click. */
      readonly startedAtMs: number
    }
  | { readonly is: 'refused'; readonly box: BoxDetail; readonly failure: ApiFailure }

export type OpeningInStage = Exclude<Opening, { is: 'refused' }>

export const opening = signal<Opening | null>(null)

/** True from the click until its prize has been shown. */
export function isOpening(): boolean {
  return isUnderWay(opening.value)
}

export function closeOpening(): void {
  if (!isOpening()) opening.value = null
}
