import { isCurrency } from '@coffer/contract/currencies'
import { crossRate, parseRate, RATE_OF_ONE, type Rate } from '@coffer/contract/rates'
import { present } from '../kernel/index.ts'

/** Quotes of one moment: one major unit of `base` is worth `rates[code]` major units of `code`; decimal strings. */
export type Quotes = {
  base: string
  rates: Record<string, string>
  at: Date
  /** Whether the quotes name their time. What does not is only known to be new when it says something else than before. */
  isDated: boolean
}

/** Quotes in force, each with its own moment; `ratesAt` is that of the newest. */
export type RateTable = {
  base: string
  /** Exactly as they were quoted. */
  rates: Record<string, string>
  quotedAt: Record<string, Date>
  ratesAt: Date
}

/** What is wrong with a table of rates, in words by field; empty when nothing is. */
export function rateTableFaults(base: string, rates: Record<string, string>): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  if (!isCurrency(base)) faults.base = ['must be an ISO 4217 code in capital letters']
  if (Object.keys(rates).length === 0) faults.rates = ['must name at least one currency']
  for (const [code, decimal] of Object.entries(rates)) {
    const fault = rateFault(base, code, decimal)
    if (fault !== null) faults[`rates.${code}`] = [fault]
  }
  return faults
}

function rateFault(base: string, code: string, decimal: string): string | null {
  if (!isCurrency(code)) return 'must be an ISO 4217 code in capital letters'
  if (code === base) return 'must not be the base, whose rate is 1'
  return typeof decimal === 'string' && parseRate(decimal) !== null
    ? null
    : 'must be a positive decimal such as 1.0834, at most 12 digits before and 24 after the point'
}

/**
 * The table with quotes laid over it: of each code the newer quote counts. With another base the table begins anew, unless the one
 * in force is newer.
 */
export function withQuotes(before: RateTable | null, quotes: Quotes): RateTable {
  if (before && before.base !== quotes.base && before.ratesAt > quotes.at) return before
  const kept = before?.base === quotes.base ? before : null
  const table: RateTable = {
    base: quotes.base,
    rates: { ...kept?.rates },
    quotedAt: { ...kept?.quotedAt },
    ratesAt: kept && kept.ratesAt > quotes.at ? kept.ratesAt : quotes.at,
  }
  for (const [code, decimal] of Object.entries(quotes.rates)) {
    const last = table.quotedAt[code]
    if (last && last > quotes.at) continue
    table.rates[code] = decimal
    table.quotedAt[code] = quotes.at
  }
  return table
}

/** Whether quotes without a time of their own say only what the last ones of their source said. */
export function isRepeat(quotes: Quotes, last: Pick<RateTable, 'base' | 'rates'> | null): boolean {
  if (quotes.isDated || last?.base !== quotes.base) return false
  return Object.entries(quotes.rates).every(([code, decimal]) => last.rates[code] === decimal)
}

/** The table without the rates that were quoted before `since`. */
export function quotedSince(table: RateTable, since: Date): RateTable {
  const isUsable = (code: string) => present(table.quotedAt[code], 'every rate has its moment') >= since
  return { ...table, rates: Object.fromEntries(Object.entries(table.rates).filter(([code]) => isUsable(code))) }
}

/** The exact rate between two currencies of a table, or null when it does not hold both. */
export function rateBetween(table: Pick<RateTable, 'base' | 'rates'>, from: string, to: string): Rate | null {
  const fromPerBase = perBase(table, from)
  const toPerBase = perBase(table, to)
  return fromPerBase && toPerBase && crossRate(fromPerBase, toPerBase)
}

function perBase({ base, rates }: Pick<RateTable, 'base' | 'rates'>, code: string): Rate | null {
  if (code === base) return RATE_OF_ONE
  const decimal = Object.hasOwn(rates, code) ? rates[code] : undefined
  return decimal === undefined ? null : parseRate(decimal)
}
