import { count } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'

/** A prize of a version. */
export type FigurePrize = { readonly valueMinor: number; readonly chanceUnits: number }

/** Numbers of opens for which the spread is shown. */
const SPREAD_OPENS = [100, 1_000, 10_000, 100_000] as const

/** The result of a number of opens. Null: beyond what is shown. */
export type Spread = {
  readonly opens: number
  /** Average GGR: bets less values of prizes, rounded down. */
  readonly ggrMinor: number | null
  /** Standard deviation of the GGR, rounded down. */
  readonly deviationMinor: number | null
  /** Standard deviation of the RTP in basis points, rounded down. */
  readonly deviationBps: number | null
}

/** Figures of a version. All are exact for the values of its prizes, and rounded down. */
export type VersionFigures = {
  /** Units of the prizes whose value is at least the price. */
  readonly hitUnits: number
  /** Standard deviation of the value of one open, in hundredths of the price. */
  readonly volatilityHundredths: number | null
  /** Units of the prizes with the largest value. */
  readonly largestUnits: number
  /** The largest value less the price: the most that one open can cost the operator. Below 0 if no open costs anything. */
  readonly exposureMinor: number
  /** Opens whose average GGR equals the exposure, rounded up; null without a house edge, and 0 without an exposure. */
  readonly coveringOpens: number | null
  readonly spreads: readonly Spread[]
}

const TOTAL = BigInt(BOX_UNITS)

/** Figures of a version with a price above 0, whose chances sum to 100,000,000 units. */
export function figuresOf(prizes: readonly FigurePrize[], priceMinor: number): VersionFigures {
  const largestMinor = prizes.reduce((largest, { valueMinor }) => Math.max(largest, valueMinor), 0)
  const unitsOf = (isCounted: (prize: FigurePrize) => boolean) =>
    prizes.filter(isCounted).reduce((sum, { chanceUnits }) => sum + chanceUnits, 0)
  const price = BigInt(priceMinor)
  const { ggr, variance } = momentsOf(prizes, price)
  const exposureMinor = largestMinor - priceMinor
  return {
    hitUnits: unitsOf(({ valueMinor }) => valueMinor >= priceMinor),
    volatilityHundredths: numberOf(squareRoot(variance * 10_000n) / (TOTAL * price)),
    largestUnits: unitsOf(({ valueMinor }) => valueMinor === largestMinor),
    exposureMinor,
    coveringOpens: coveringOpens(exposureMinor, ggr),
    spreads: SPREAD_OPENS.map((opens) => ({
      opens,
      ggrMinor: numberOf(floorOf(BigInt(opens) * ggr, TOTAL)),
      deviationMinor: numberOf(squareRoot(BigInt(opens) * variance) / TOTAL),
      deviationBps: numberOf(squareRoot((variance * 100_000_000n) / BigInt(opens)) / (TOTAL * price)),
    })),
  }
}

/** GGR of one open, times the units, and its variance, times their square: n Σux² − (Σux)² for units u and values x. */
function momentsOf(prizes: readonly FigurePrize[], price: bigint): { ggr: bigint; variance: bigint } {
  let sum = 0n
  let squares = 0n
  for (const { valueMinor, chanceUnits } of prizes) {
    const value = BigInt(valueMinor)
    sum += BigInt(chanceUnits) * value
    squares += BigInt(chanceUnits) * value * value
  }
  return { ggr: TOTAL * price - sum, variance: TOTAL * squares - sum * sum }
}

function coveringOpens(exposureMinor: number, ggr: bigint): number | null {
  if (exposureMinor <= 0) return 0
  return ggr <= 0n ? null : numberOf((BigInt(exposureMinor) * TOTAL + ggr - 1n) / ggr)
}

/** How many opens return less than the price, as a sentence such as "About 7 of 10 opens return less than the price." */
export function lossText({ hitUnits }: Pick<VersionFigures, 'hitUnits'>): string {
  const lossUnits = BOX_UNITS - hitUnits
  if (lossUnits === 0) return 'No open returns less than the price.'
  if (hitUnits === 0) return 'Every open returns less than the price.'
  for (let opens = 10; ; opens *= 10) {
    const losses = Math.round((lossUnits * opens) / BOX_UNITS)
    if (losses < 1 || losses >= opens) continue
    const isExact = losses * (BOX_UNITS / opens) === lossUnits
    return `${isExact ? '' : 'About '}${count(losses)} of ${count(opens)} opens return less than the price.`
  }
}

/** Rounds a quotient down, also below 0. `divisor`: above 0. */
function floorOf(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient
}

/** The square root, rounded down. By Newton's method from above. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** The number; null if it is not a safe integer. */
function numberOf(value: bigint): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}
