import type { Clock } from '@coffer/service/kernel'
import { systemClock } from '@coffer/service/platform'

/** A clock that stands in the past and runs at the pace of the real one. */
export type PastClock = Clock & {
  /** Goes on to a later moment; an earlier one is no change, for time does not run backwards. */
  moveTo(at: Date): void
}

export function makePastClock(start: Date): PastClock {
  let from = start.getTime()
  let since = performance.now()
  const nowMs = () => from + Math.floor(performance.now() - since)
  return {
    ...systemClock,
    now: () => new Date(nowMs()),
    moveTo: (at) => {
      from = Math.max(nowMs(), at.getTime())
      since = performance.now()
    },
  }
}
