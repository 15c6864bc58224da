import { WHOLE_BPS } from '../text/boxes.ts'
import { count, money, percent } from '../text/numbers.ts'
import { BOX_UNITS, boxChance } from '../text/rounds.ts'
import type { DraftState } from './draft-state.ts'
import type { VersionFigures } from './version-figures.ts'

/** What is shown for a figure that is too large. */
const TOO_LARGE = '–'

const UNKNOWN = 'Unknown'

type Progress = Pick<DraftState, 'rtpBps' | 'sum' | 'missingCount'>

const isComplete = ({ sum, missingCount }: Progress) => sum === BOX_UNITS && missingCount === 0

/** The RTP of a draft. It changes until the chances are complete. */
export function rtpText(state: Progress): string {
  const { rtpBps } = state
  if (rtpBps === null) return UNKNOWN
  return isComplete(state) ? percent(rtpBps) : `${percent(rtpBps)} so far`
}

/** The house edge of a draft. Unknown until its chances are complete. */
export function edgeText(state: Progress): string {
  return state.rtpBps === null || !isComplete(state) ? UNKNOWN : percent(WHOLE_BPS - state.rtpBps)
}

/** Two decimals are enough, unless the part is tiny. */
export function hitFrequency({ hitUnits }: Pick<VersionFigures, 'hitUnits'>): string {
  const bps = Math.floor(hitUnits / (BOX_UNITS / WHOLE_BPS))
  return bps === 0 ? boxChance(hitUnits) : percent(bps)
}

export function hitText({ figures }: Pick<DraftState, 'figures'>): string {
  return figures === null ? UNKNOWN : hitFrequency(figures)
}

/** The exposure; "None" if no prize is worth more than the price. */
export function exposureText({ exposureMinor }: VersionFigures, currency: string): string {
  return exposureMinor > 0 ? money(exposureMinor, currency) : 'None'
}

/** The volatility with two decimals, such as 2.31. */
export function volatilityText({ volatilityHundredths }: Pick<VersionFigures, 'volatilityHundredths'>): string {
  if (volatilityHundredths === null) return TOO_LARGE
  const decimals = `${volatilityHundredths % 100}`.padStart(2, '0')
  return `${count(Math.floor(volatilityHundredths / 100))}.${decimals}`
}

/** The volatility of a draft. Unknown until its chances are complete. */
export function draftVolatility({ figures }: Pick<DraftState, 'figures'>): string {
  return figures === null ? UNKNOWN : volatilityText(figures)
}

/** An amount, or a dash when it is too large. */
export const figureMoney = (minor: number | null, currency: string) =>
  minor === null ? TOO_LARGE : money(minor, currency)

/** A percentage, or a dash when it is too large. */
export const figurePercent = (bps: number | null) => (bps === null ? TOO_LARGE : percent(bps))

/** A deviation of amounts, such as ± €1,710.00. */
export const moneyDeviation = (minor: number | null, currency: string) =>
  minor === null ? TOO_LARGE : `± ${money(minor, currency)}`

/** A deviation of percentages, such as ± 17.10%. */
export const percentDeviation = (bps: number | null) => (bps === null ? TOO_LARGE : `± ${percent(bps)}`)
