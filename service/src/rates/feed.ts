import { isCurrency } from '@coffer/contract/currencies'
import { parseRate } from '@coffer/contract/rates'
import { type Limits, later, readXml, type XmlTag } from '../kernel/index.ts'
import type { Quotes } from './rate-table.ts'

/** What a feed wrote, not judged yet. A rate is null where something else than a number stood. */
export type FeedAnswer = {
  base: string
  /** A moment, or a day without one; null when the feed says neither. */
  quoted: Date | { day: Date } | null
  rates: readonly (readonly [code: string, decimal: string | null])[]
}

/** A number as it was written: a rate is never read through a float. */
class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Json = NumberText | string | boolean | null | undefined | { readonly [name: string]: Json }

/** Reads `{base, rates: {USD: 1.0834}}`, with `timestamp` or `date` where there is one; or says in words what it is instead. */
export function readJsonFeed(text: string): FeedAnswer | string {
  const document = parse(text)
  if (!isObject(document)) return 'it is no JSON object'
  if (namesIn(document) !== namesWritten(text)) return 'it has a name twice'
  const { base, rates, amount, timestamp, date } = document
  if (typeof base !== 'string' || !isObject(rates)) return 'it has no base or no rates'
  if (amount !== undefined && !(amount instanceof NumberText && Number(amount.text) === 1))
    return 'it quotes no single unit'
  const quoted = readTime(timestamp ?? date)
  if (quoted === undefined) return 'its time cannot be read'
  return { base, quoted, rates: Object.entries(rates).map(([code, rate]) => [code, decimalOf(rate)] as const) }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text, (_name, value, written?: { source: string }) =>
      typeof value === 'number' && written ? new NumberText(written.source) : value,
    )
  } catch {
    return undefined
  }
}

function namesIn(value: Json): number {
  if (Array.isArray(value)) return value.reduce((count: number, one: Json) => count + namesIn(one), 0)
  if (!isObject(value)) return 0
  return Object.values(value).reduce((count: number, one) => count + namesIn(one), Object.keys(value).length)
}

const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g

/** In JSON that can be read a colon after a text makes it a name. Of two equal names the reader kept one. */
function namesWritten(text: string): number {
  return [...text.matchAll(TEXT)].filter(([, colon]) => colon !== undefined).length
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
}

function decimalOf(rate: Json): string | null {
  if (rate instanceof NumberText) return plainDecimal(rate.text)
  return typeof rate === 'string' ? plainDecimal(rate) : null
}

const SECONDS = /^\d{9,11}$/

/** Unix seconds, or a text; undefined when it is neither. */
function readTime(time: Json): FeedAnswer['quoted'] | undefined {
  if (time === undefined || time === null) return null
  if (time instanceof NumberText) return SECONDS.test(time.text) ? new Date(Number(time.text) * 1000) : undefined
  return typeof time === 'string' ? (readQuoted(time) ?? undefined) : undefined
}

const NUMBER = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/

/** A positive number as a feed writes it, without its exponent and digit for digit: `3.8e-05` is `0.000038`. Null when it is none. */
function plainDecimal(text: string): string | null {
  const [, whole, fraction = '', exponent] = NUMBER.exec(text) ?? []
  if (whole === undefined) return null
  if (exponent === undefined) return text
  const point = whole.length + Number(exponent)
  const digits = `${'0'.repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(Math.max(0, point), '0')
  const at = Math.max(0, point)
  const [before, after] = [digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0', digits.slice(at)]
  return after === '' ? before : `${before}.${after}`
}

/** The European Central Bank quotes what one euro is worth. */
const BASE = 'EUR'

/**
 * Reads the reference rates of one day as the European Central Bank writes them,
 * `<Cube time='2026-11-20'><Cube currency='USD' rate='1.0834'/></Cube>`; or says in words what it is instead.
 */
export function readXmlFeed(text: string): FeedAnswer | string {
  const parts = readXml(text)
  if (parts === null) return 'it is no plain XML'
  const cubes = parts.tags.filter(({ name }) => /^(?:.*:)?Cube$/.test(name)).map(({ attributes }) => attributes)
  const times = cubes.flatMap((cube) => cube.get('time') ?? [])
  if (times.length > 1) return 'it quotes several days'
  const quoted = times[0] === undefined ? null : readQuoted(times[0])
  if (times[0] !== undefined && quoted === null) return 'its time cannot be read'
  return { base: BASE, quoted, rates: cubes.flatMap(rateOf) }
}

function rateOf(cube: XmlTag['attributes']): FeedAnswer['rates'] {
  const code = cube.get('currency')
  return code === undefined ? [] : [[code, cube.get('rate') ?? null]]
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Reads a day, or a moment in ISO 8601; null when it is neither. */
function readQuoted(text: string): Date | { day: Date } | null {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return null
  if (DAY.test(text)) return { day: at }
  return MOMENT.test(text) ? at : null
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
