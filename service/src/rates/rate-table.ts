import { isCurrency } from '@coffer/contract/currencies'
import { crossRate, parseRate, RATE_OF_ONE, type Rate } from '@coffer/contract/rates'

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
    : 'must be a positive decimal such as 1.0834, at most 12 digits before and 12 after the point'
}

/** The exact rate between two currencies of a table, or null when it does not hold both. */
export function rateBetween(
  table: { base: string; rates: Record<string, string> },
  from: string,
  to: string,
): Rate | null {
  const fromPerBase = perBase(table, from)
  const toPerBase = perBase(table, to)
  return fromPerBase && toPerBase && crossRate(fromPerBase, toPerBase)
}

function perBase(table: { base: string; rates: Record<string, string> }, code: string): Rate | null {
  if (code === table.base) return RATE_OF_ONE
  const decimal = table.rates[code]
  return decimal === undefined ? null : parseRate(decimal)
}
