import { isCurrency } from '@coffer/contract/currencies'
import { parseRate } from '@coffer/contract/rates'
import { type Limits, later } from '../kernel/index.ts'
import type { Quotes } from './rate-table.ts'

/** What a feed wrote, not judged yet. A rate is null where something else than a number stood. */
export type FeedAnswer = {
  base: string
  /** A moment, or a day without one; null when the feed says neither. */
  quoted: Date | { day: Date } | null
  rates: readonly (readonly [code: string, decimal: string | null])[]
}

/** How old a feed's answer may be, and how far ahead. */
type FeedLimits = Pick<Limits, 'quoteAgeMs' | 'quoteDayAgeMs' | 'quoteAheadMs' | 'quoteDayAheadMs'>

/**
 * The quotes of an answer, or in words why none of it is believed. Codes that are no currency are passed over. An answer that names
 * no moment of its own is quoted `now`.
 */
export function judgeFeed(answer: FeedAnswer, now: Date, limits: FeedLimits): Quotes | string {
  if (!isCurrency(answer.base)) return 'its base is no currency'
  const rates: Record<string, string> = {}
  for (const [code, decimal] of answer.rates) {
    if (!isCurrency(code)) continue
    const rate = decimal === null ? null : parseRate(decimal)
    if (decimal === null || rate === null) return `its rate of ${code} is no positive decimal of a sensible size`
    if (code in rates) return `it quotes ${code} twice`
    const isOne = rate.numerator === rate.denominator
    if (code === answer.base && !isOne) return 'its base is not worth 1'
    if (code !== answer.base) rates[code] = decimal
  }
  if (Object.keys(rates).length === 0) return 'it quotes no currency'
  const at = momentOf(answer.quoted, now, limits)
  return typeof at === 'string' ? at : { base: answer.base, rates, at, isDated: answer.quoted !== null }
}

function momentOf(quoted: FeedAnswer['quoted'], now: Date, limits: FeedLimits): Date | string {
  if (quoted === null) return now
  if ('day' in quoted) return momentOfDay(quoted.day, now, limits)
  if (quoted < later(now, -limits.quoteAgeMs)) return 'it stands still'
  if (quoted > later(now, limits.quoteAheadMs)) return 'it is quoted in the future'
  return quoted < now ? quoted : now
}

/** Banks do not quote on a weekend, so a day is quoted when it is read; but never so late that its rates outlive `quoteDayAgeMs`. */
function momentOfDay(day: Date, now: Date, limits: FeedLimits): Date | string {
  if (day < later(now, -limits.quoteDayAgeMs)) return 'it stands still'
  if (day > later(now, limits.quoteDayAheadMs)) return 'it is quoted in the future'
  const latest = later(day, limits.quoteDayAgeMs - limits.quoteAgeMs)
  return latest < now ? latest : now
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Reads a day, or a moment in ISO 8601; null when it is neither. */
export function readQuoted(text: string): Date | { day: Date } | null {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return null
  if (DAY.test(text)) return { day: at }
  return MOMENT.test(text) ? at : null
}
