import { count, money, percent } from '../text/numbers.ts'
import type { VersionFigures } from './version-figures.ts'

/** What is shown for a figure that is too large. */
const TOO_LARGE = '–'

/** The volatility with two decimals, such as 2.31. */
export function volatilityText({ volatilityHundredths }: Pick<VersionFigures, 'volatilityHundredths'>): string {
  if (volatilityHundredths === null) return TOO_LARGE
  const decimals = `${volatilityHundredths % 100}`.padStart(2, '0')
  return `${count(Math.floor(volatilityHundredths / 100))}.${decimals}`
}

/** An amount, or a dash when it is too large. */
export const figureMoney = (minor: number | null, currency: string) =>
  minor === null ? TOO_LARGE : money(minor, currency)

/** A deviation of amounts, such as ± €1,710.00. */
export const moneyDeviation = (minor: number | null, currency: string) =>
  minor === null ? TOO_LARGE : `± ${money(minor, currency)}`

/** A deviation of percentages, such as ± 17.10%. */
export const percentDeviation = (bps: number | null) => (bps === null ? TOO_LARGE : `± ${percent(bps)}`)
