import { formatPercent } from '@coffer/web'
import { count } from '../text/numbers.ts'
import { UNITS_PER_OPEN } from './simulation.ts'
import type { ReturnBin, RtpBin } from './simulation-figures.ts'

/** The bounds of a row in prices, such as "0.5× to 0.75×". */
export function returnText({ from, to }: Pick<ReturnBin, 'from' | 'to'>): string {
  if (to === null) return `${times(from)} or more`
  return from === 0 ? `Below ${times(to)}` : `${times(from)} to ${times(to)}`
}

const times = (hundredths: number) => `${count(hundredths / 100)}×`

/** The bounds of a row of series, such as "80% to 85%". */
export function rtpBinText({ from, to }: Pick<RtpBin, 'from' | 'to'>): string {
  if (from === null) return `Below ${shortPercent(to ?? 0)}`
  return to === null ? `${shortPercent(from)} or more` : `${shortPercent(from)} to ${shortPercent(to)}`
}

const shortPercent = (bps: number) => formatPercent(bps, 'en-GB')

/** The expected number of opens of a simulation for a chance, rounded to a whole number from 10 on. */
export function expectedOpens(chanceUnits: number): string {
  const opens = chanceUnits / UNITS_PER_OPEN
  return count(opens < 10 ? opens : Math.round(opens))
}
