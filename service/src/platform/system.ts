import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, Random } from '../kernel/index.ts'

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  mono: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
}

/** The machine's own secure randomness. */
export const systemRandom: Random = { bytes: randomBytes }
