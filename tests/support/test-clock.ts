import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../service/src/kernel/index.ts'

export type TestClock = Clock & {
  /** Moves wall time forward; monotonic time goes on as it does. */
  advance(ms: number): void
  /** Moves monotonic time forward; wall time goes on as it does. */
  advanceMono(ms: number): void
}

/** A clock that runs like the machine's and can be moved forward. */
export function makeTestClock(): TestClock {
  let ahead = 0
  let monoAhead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    mono: () => performance.now() + monoAhead,
    sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
    advance: (ms) => {
      ahead += ms
    },
    advanceMono: (ms) => {
      monoAhead += ms
    },
  }
}
