import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, Random } from '../kernel/index.ts'

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  mono: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

const PORTION_BYTES = 4_096

/** The machine's own secure randomness: asked for in portions, as a few bytes cost as much as thousands. Nothing is handed out twice. */
export const systemRandom: Random = { bytes: takeRandom }

let portion = Buffer.alloc(0)

function takeRandom(count: number): Buffer {
  if (count >= PORTION_BYTES) return randomBytes(count)
  if (portion.length < count) portion = randomBytes(PORTION_BYTES)
  const taken = portion.subarray(0, count)
  portion = portion.subarray(count)
  return taken
}
