import { type FeedAnswer, readQuoted } from './feed-answer.ts'

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
