import { WHOLE_BPS } from '../text/boxes.ts'
import { count } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'
import { floorDivide, safeNumber, squareRoot } from './integers.ts'
import { SIMULATED_OPENS } from './simulation.ts'

/** A prize of a version. */
export type FigurePrize = { readonly valueMinor: number; readonly chanceUnits: number }

/** Numbers of opens for which the result is shown. */
const MANY_OPENS = [100, 1_000, 10_000, SIMULATED_OPENS] as const

/** The result of a number of opens. Null: beyond what is shown. */
export type ManyOpens = {
  readonly opens: number
  /** Expected GGR: bets less values of prizes, rounded to the nearest minor unit. */
  readonly ggrMinor: number | null
  /** Standard deviation of the GGR, rounded down. */
  readonly deviationMinor: number | null
  /** Standard deviation of the RTP in basis points, rounded down. */
  readonly deviationBps: number | null
}

/** Figures of a version, calculated exactly from the values of its prizes, and rounded down except where stated. */
export type VersionFigures = {
  /** RTP in basis points. */
  readonly rtpBps: number | null
  /** Units of the prizes whose value is at least the price. */
  readonly hitUnits: number
  /** Standard deviation of the value of one open, in hundredths of the price. */
  readonly volatilityHundredths: number | null
  /** Units of the prizes with the largest value. */
  readonly largestUnits: number
  /** The largest value less the price. Below 0 if no prize is worth more than the price. */
  readonly exposureMinor: number
  /** Opens whose expected GGR covers the exposure, rounded up; 0 without an exposure, and null if it is too large. */
  readonly coveringOpens: number | 'never' | null
  readonly results: readonly ManyOpens[]
}

const TOTAL = BigInt(BOX_UNITS)

/** Figures of a version with a price above 0, whose chances sum to 100,000,000 units. */
export function figuresOf(prizes: readonly FigurePrize[], priceMinor: number): VersionFigures {
  const largestMinor = prizes.reduce((largest, { valueMinor }) => Math.max(largest, valueMinor), 0)
  const unitsOf = (isCounted: (prize: FigurePrize) => boolean) =>
    prizes.filter(isCounted).reduce((sum, { chanceUnits }) => sum + chanceUnits, 0)
  const price = BigInt(priceMinor)
  const { sum, ggr, variance } = momentsOf(prizes, price)
  const exposureMinor = largestMinor - priceMinor
  return {
    rtpBps: safeNumber((sum * BigInt(WHOLE_BPS)) / (TOTAL * price)),
    hitUnits: unitsOf(({ valueMinor }) => valueMinor >= priceMinor),
    volatilityHundredths: safeNumber(squareRoot(variance * 10_000n) / (TOTAL * price)),
    largestUnits: unitsOf(({ valueMinor }) => valueMinor === largestMinor),
    exposureMinor,
    coveringOpens: coveringOpens(exposureMinor, ggr),
    results: MANY_OPENS.map((opens) => ({
      opens,
      ggrMinor: safeNumber(floorDivide(BigInt(2 * opens) * ggr + TOTAL, 2n * TOTAL)),
      deviationMinor: safeNumber(squareRoot(BigInt(opens) * variance) / TOTAL),
      deviationBps: safeNumber(squareRoot((variance * 100_000_000n) / BigInt(opens)) / (TOTAL * price)),
    })),
  }
}

/**
 * Value and GGR of one open, times the units, and its variance, times their square: n Σux² − (Σux)² for units u and values x.
 */
function momentsOf(prizes: readonly FigurePrize[], price: bigint): { sum: bigint; ggr: bigint; variance: bigint } {
  let sum = 0n
  let squares = 0n
  for (const { valueMinor, chanceUnits } of prizes) {
    const value = BigInt(valueMinor)
    sum += BigInt(chanceUnits) * value
    squares += BigInt(chanceUnits) * value * value
  }
  return { sum, ggr: TOTAL * price - sum, variance: TOTAL * squares - sum * sum }
}

function coveringOpens(exposureMinor: number, ggr: bigint): VersionFigures['coveringOpens'] {
  if (exposureMinor <= 0) return 0
  return ggr <= 0n ? 'never' : safeNumber((BigInt(exposureMinor) * TOTAL + ggr - 1n) / ggr)
}

/** How many opens return less than the price, as a sentence such as "About 7 of 10 opens return less than the price." */
export function lossText({ hitUnits }: Pick<VersionFigures, 'hitUnits'>): string {
  const lossUnits = BOX_UNITS - hitUnits
  if (lossUnits === 0) return 'No open returns less than the price.'
  if (hitUnits === 0) return 'Every open returns less than the price.'
  for (let opens = 10; ; opens *= 10) {
    const unitsPerOpen = BOX_UNITS / opens
    const losses = Math.round(lossUnits / unitsPerOpen)
    const missedUnits = Math.abs(losses * unitsPerOpen - lossUnits)
    // The smaller of both parts is wrong by a tenth at most.
    if (missedUnits * 10 > Math.min(lossUnits, hitUnits)) continue
    return `${missedUnits === 0 ? '' : 'About '}${count(losses)} of ${count(opens)} opens return less than the price.`
  }
}
