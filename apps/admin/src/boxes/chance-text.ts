import { count } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'
import { readPercentage } from './percentage-text.ts'

/** The format in which chances are typed: percentages, or units out of 100,000,000. */
export type ChanceFormat = 'percent' | 'units'

/** Decimals of a percentage with which each unit can be typed. */
const DECIMALS = 6
export const UNITS_PER_PERCENT = BOX_UNITS / 100

/** Units as they are typed, such as 12.5 (percent) or 12,500,000 (units). */
export function typedChance(units: number, format: ChanceFormat): string {
  if (format === 'units') return count(units)
  const fraction = `${units % UNITS_PER_PERCENT}`.padStart(DECIMALS, '0').replace(/0+$/, '')
  const whole = `${Math.floor(units / UNITS_PER_PERCENT)}`
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/**
 * The units of a typed chance, from 1 to 100,000,000; null for any other text. A text that ends with % is a percentage in both formats. The decimal
 * sign of a percentage is a point or a comma. Spaces are ignored, and so are commas and apostrophes that group the thousands of units.
 */
export function readChance(text: string, format: ChanceFormat): number | null {
  const compact = text.replace(/\s/g, '')
  const units = format === 'percent' || compact.endsWith('%') ? readPercentage(compact, DECIMALS) : readWhole(compact)
  return units !== null && units >= 1 && units <= BOX_UNITS ? units : null
}

const WHOLE_NUMBER = /^0*(\d{1,9})$/
const GROUPED_NUMBER = /^\d{1,3}(?:[,'’]\d{3})+$/

function readWhole(text: string): number | null {
  const plain = GROUPED_NUMBER.test(text) ? text.replace(/[,'’]/g, '') : text
  const [, digits] = WHOLE_NUMBER.exec(plain) ?? []
  return digits === undefined ? null : Number(digits)
}

/** What a field for a chance accepts, as an instruction. */
export const CHANCE_FAULT: Readonly<Record<ChanceFormat, string>> = {
  percent: `Enter a percentage above 0 and up to 100 with at most ${DECIMALS} decimals, such as 12.5.`,
  units: `Enter a whole number from 1 to ${count(BOX_UNITS)} (1% is ${count(UNITS_PER_PERCENT)}).`,
}
