import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../kernel/index.ts'

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  mono: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
}
