import { exponentOf } from './currencies.ts'
import { mulDivCeil, mulDivFloor } from './money.ts'

/**
 * An exact exchange rate: one major unit of the source is worth numerator / denominator major units of the target.
 * Made from decimal strings, never from a float.
 */
export type Rate = { readonly numerator: bigint; readonly denominator: bigint }

export const RATE_OF_ONE: Rate = { numerator: 1n, denominator: 1n }

/** Longest integer and fraction of a rate in a rate table; the fraction has room for every double that a feed may have written. */
const DECIMAL = /^(\d{1,12})(?:\.(\d{1,24}))?$/

/** Reads a positive decimal string such as `1.0834`. Null when it is malformed or zero. */
export function parseRate(decimal: string): Rate | null {
  const match = DECIMAL.exec(decimal)
  if (!match) return null
  const fraction = match[2] ?? ''
  const numerator = BigInt(match[1] + fraction)
  return numerator === 0n ? null : reduce({ numerator, denominator: 10n ** BigInt(fraction.length) })
}

/** The rate from one currency to another when both are quoted against the same base: to / from. */
export function crossRate(fromPerBase: Rate, toPerBase: Rate): Rate {
  return reduce({
    numerator: toPerBase.numerator * fromPerBase.denominator,
    denominator: toPerBase.denominator * fromPerBase.numerator,
  })
}

export function invertRate(rate: Rate): Rate {
  return { numerator: rate.denominator, denominator: rate.numerator }
}

/** `12/5`, the form in which a rate is stored. */
export function formatRate(rate: Rate): string {
  return `${rate.numerator}/${rate.denominator}`
}

/** Reads what {@link formatRate} wrote. Throws RangeError otherwise. */
export function readRate(stored: string): Rate {
  const match = /^(\d+)\/(\d+)$/.exec(stored)
  if (!match || match[1] === '0' || match[2] === '0') throw new RangeError('not a stored rate')
  return { numerator: BigInt(match[1]!), denominator: BigInt(match[2]!) }
}

/** Converts minor units of `from` to minor units of `to`, rounded down once. */
export function convertFloor(minor: number, rate: Rate, from: string, to: string): number {
  const scaled = minorRate(rate, from, to)
  return mulDivFloor(minor, scaled.numerator, scaled.denominator)
}

/** Converts minor units of `from` to minor units of `to`, rounded up once. */
export function convertCeil(minor: number, rate: Rate, from: string, to: string): number {
  const scaled = minorRate(rate, from, to)
  return mulDivCeil(minor, scaled.numerator, scaled.denominator)
}

/** The same rate between minor units: one of `from` is worth numerator / denominator of `to`. */
export function minorRate(rate: Rate, from: string, to: string): Rate {
  return {
    numerator: rate.numerator * 10n ** BigInt(exponentOf(to)),
    denominator: rate.denominator * 10n ** BigInt(exponentOf(from)),
  }
}

function reduce(rate: Rate): Rate {
  let [a, b] = [rate.numerator, rate.denominator]
  while (b !== 0n) [a, b] = [b, a % b]
  return { numerator: rate.numerator / a, denominator: rate.denominator / a }
}
