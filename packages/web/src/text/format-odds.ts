import { mulDivFloor } from '@coffer/contract/money'

const PERCENT_DIGITS = 6
const LEAST_DIGITS = 2

/**
 * A chance in percent, two to six digits after the point, never rounded up: (20_000, 100_000_000, 'en') is `0.02%`. More digits may be
 * asked for, so that the numbers of a column stand below one another.
 */
export function formatChance(units: number, totalUnits: number, locale: string, leastDigits = LEAST_DIGITS): string {
  return percent(scaledPercent(units, totalUnits), PERCENT_DIGITS, locale, leastDigits)
}

/** How many digits after the point {@link formatChance} shows for a chance. */
export function chanceDigits(units: number, totalUnits: number): number {
  const digits = String(scaledPercent(units, totalUnits) % 10 ** PERCENT_DIGITS).padStart(PERCENT_DIGITS, '0')
  return Math.max(LEAST_DIGITS, digits.replace(/0+$/, '').length)
}

function scaledPercent(units: number, totalUnits: number): number {
  return mulDivFloor(units, 100 * 10 ** PERCENT_DIGITS, totalUnits)
}

/** Basis points in percent: (9250, 'en') is `92.50%`. */
export function formatBps(bps: number, locale: string): string {
  return percent(bps, 2, locale)
}

/** Basis points in percent with no more digits than they need: (5000, 'en') is `50%`, (250, 'en') is `2.5%`. */
export function formatPercent(bps: number, locale: string): string {
  return percent(bps, 2, locale, 0)
}

/** Basis points in whole percent, never rounded up, where a figure is told by the way: (8325, 'en') is `83%`. */
export function formatAbout(bps: number, locale: string): string {
  return percent(mulDivFloor(bps, 1, 100) * 100, 2, locale, 0)
}

/** A roll of the Upgrader, out of a hundred: (9613, 'en') is `96.13`. */
export function formatRoll(bps: number, locale: string): string {
  return decimal(bps, 2, locale)
}

/** How many times one amount another is, two digits after the point, never rounded up: (920, 500, 'en') is `1.84`. */
export function formatTimes(minor: number, ofMinor: number, locale: string): string {
  return decimal(mulDivFloor(minor, 100, ofMinor), 2, locale)
}

/**
 * How far a value has moved, in percent of what it was, without a sign and never rounded up; null when it was worth nothing. One digit
 * after the point, two for a move of less than a tenth.
 */
export function formatChange(fromMinor: number, toMinor: number, locale: string): string | null {
  if (fromMinor === 0) return null
  const movedMinor = Math.abs(toMinor - fromMinor)
  const tenths = mulDivFloor(movedMinor, 1000, fromMinor)
  return tenths > 0 ? percent(tenths, 1, locale, 1) : percent(mulDivFloor(movedMinor, 10_000, fromMinor), 2, locale)
}

/** The N of "1 in N", with one digit after the point below ten. */
export function oneIn(units: number, totalUnits: number, locale: string): string {
  const tenths = mulDivFloor(totalUnits, 20, units)
  const rounded = Math.floor((tenths + 1) / 2)
  const digits = rounded < 100 ? 1 : 0
  const formatter = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return formatter.format(pointed(rounded, 1) as Intl.StringNumericLiteral)
}

/** The one way in which a percentage is written: its sign stands where the locale has it. */
function percent(scaled: number, digits: number, locale: string, leastDigits = LEAST_DIGITS): string {
  const shown = { minimumFractionDigits: leastDigits, maximumFractionDigits: digits }
  const formatter = new Intl.NumberFormat(locale, { style: 'percent', ...shown })
  return formatter.format(pointed(scaled, digits + 2) as Intl.StringNumericLiteral)
}

function decimal(scaled: number, digits: number, locale: string, leastDigits = LEAST_DIGITS): string {
  const formatter = new Intl.NumberFormat(locale, { minimumFractionDigits: leastDigits, maximumFractionDigits: digits })
  return formatter.format(pointed(scaled, digits) as Intl.StringNumericLiteral)
}

function pointed(scaled: number, digits: number): string {
  const sign = scaled < 0 ? '-' : ''
  const text = String(Math.abs(scaled)).padStart(digits + 1, '0')
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
