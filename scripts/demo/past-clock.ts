import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@coffer/service/kernel'

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
    now: () => new Date(nowMs()),
    mono: () => performance.now(),
    sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
    moveTo: (at) => {
      from = Math.max(nowMs(), at.getTime())
      since = performance.now()
    },
  }
}
