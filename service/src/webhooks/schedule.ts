import { mulDivFloor } from '@coffer/contract/money'
import { seconds } from '../kernel/index.ts'

/** Attempts at a delivery, each so many seconds after the one before it: the first at once (decisions §12). */
const DELAYS_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

export const ATTEMPTS_COUNT = DELAYS_SECONDS.length

/** Delays are spread by so much either way, in ten-thousandths, so that what failed together does not come back together. */
const JITTER = 1_000

/**
 * Milliseconds until the next attempt, when `made` failed; null when the budget is spent. `lot` is a random integer. An endpoint may
 * ask for more time than the schedule gives, not for less.
 */
export function delayAfter(made: number, lot: number, askedMs: number | null): number | null {
  const delay = DELAYS_SECONDS[made]
  if (delay === undefined) return null
  const spread = 10_000 - JITTER + (lot % (2 * JITTER + 1))
  return Math.max(mulDivFloor(seconds(delay), spread, 10_000), askedMs ?? 0)
}

/** What `Retry-After` asks for, in milliseconds and at most `maxMs`; null when it says nothing that is understood. */
export function readRetryAfter(header: string | undefined, now: Date, maxMs: number): number | null {
  const text = header?.trim() ?? ''
  const asked = /^\d{1,10}$/.test(text) ? seconds(Number(text)) : Date.parse(text) - now.getTime()
  return Number.isNaN(asked) ? null : Math.min(Math.max(asked, 0), maxMs)
}
