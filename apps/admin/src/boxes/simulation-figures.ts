import { WHOLE_BPS } from '../text/boxes.ts'
import { floorDivide, safeNumber } from './integers.ts'
import { SERIES, SERIES_OPENS, SIMULATED_OPENS, type SimulatedVersion, type Simulation } from './simulation.ts'

/** A row of the histogram of single opens: those that return at least `from` and less than `to`, in hundredths of the price. */
export type ReturnBin = {
  readonly from: number
  /** Null: without an upper bound. */
  readonly to: number | null
  readonly opens: number
  /** Units of the prizes of this row. */
  readonly chanceUnits: number
  /** True if these opens return at least the price. */
  readonly isHit: boolean
}

/** A row of the histogram of series: those whose RTP is at least `from` and less than `to`, in basis points. */
export type RtpBin = {
  /** Null: without a lower bound. */
  readonly from: number | null
  /** Null: without an upper bound. */
  readonly to: number | null
  readonly series: number
}

/** Figures of a simulation. Null: too large to show. */
export type SimulationFigures = {
  /** Rounded down. */
  readonly rtpBps: number | null
  /** Bets less values of prizes. */
  readonly ggrMinor: number | null
  /** Opens that returned at least the price. */
  readonly hits: number
  /** Opens that won a prize of the largest value. */
  readonly largestWins: number
  /** RTP of the series without the 5 lowest and the 5 highest of 100, the lower bound rounded down and the upper one up. */
  readonly middleRtp: { readonly lowBps: number; readonly highBps: number } | null
  readonly returns: readonly ReturnBin[]
  /** Empty if a series has an RTP that is too large to show. */
  readonly rtps: readonly RtpBin[]
}

export function simulationFigures(
  { prizes, priceMinor }: SimulatedVersion,
  { wins, seriesMinor }: Simulation,
): SimulationFigures {
  const largestMinor = Math.max(...prizes.map(({ valueMinor }) => valueMinor))
  const winsOf = (isCounted: (valueMinor: number) => boolean) =>
    wins.reduce((sum, count, index) => sum + (isCounted(prizes[index]!.valueMinor) ? count : 0), 0)
  const valueMinor = seriesMinor.reduce((sum, series) => sum + BigInt(series), 0n)
  const price = BigInt(priceMinor)
  const sorted = seriesMinor.toSorted((one, other) => one - other)
  const rtps = sorted.map((series) => rtpOf(BigInt(series), price * BigInt(SERIES_OPENS))).filter((bps) => bps !== null)
  const isKnown = rtps.length === sorted.length
  return {
    rtpBps: rtpOf(valueMinor, price * BigInt(SIMULATED_OPENS)),
    ggrMinor: safeNumber(price * BigInt(SIMULATED_OPENS) - valueMinor),
    hits: winsOf((value) => value >= priceMinor),
    largestWins: winsOf((value) => value === largestMinor),
    middleRtp: isKnown ? middleOf(sorted, price * BigInt(SERIES_OPENS)) : null,
    returns: returnBins(prizes, priceMinor, wins),
    rtps: isKnown ? rtpBins(rtps) : [],
  }
}

/** Series that are left out at each end. */
const LEFT_OUT = 5
/** Series between them. */
export const MIDDLE_SERIES = SERIES - 2 * LEFT_OUT

function middleOf(sortedMinor: readonly number[], betMinor: bigint): SimulationFigures['middleRtp'] {
  const lowBps = rtpOf(BigInt(sortedMinor[LEFT_OUT]!), betMinor)
  const highBps = rtpOf(BigInt(sortedMinor[SERIES - LEFT_OUT - 1]!), betMinor, betMinor - 1n)
  return lowBps === null || highBps === null ? null : { lowBps, highBps }
}

/** `added`: 0 rounds down, and a bet less 1 rounds up. */
const rtpOf = (valueMinor: bigint, betMinor: bigint, added = 0n) =>
  safeNumber((valueMinor * BigInt(WHOLE_BPS) + added) / betMinor)

/** The price in its hundredths. */
const PRICE = 100

/** Lower bounds of the histogram of single opens, in hundredths of the price. */
const RETURN_EDGES = [0, 10, 25, 50, 75, PRICE, 150, 200, 500, 1_000, 5_000, 10_000, 100_000]

/** The histogram of single opens, from the first row with a prize to the last one. */
function returnBins(prizes: SimulatedVersion['prizes'], priceMinor: number, wins: readonly number[]): ReturnBin[] {
  const bins = RETURN_EDGES.map((from, index) => ({
    ...{ from, to: RETURN_EDGES[index + 1] ?? null },
    ...{ opens: 0, chanceUnits: 0, isHit: from >= PRICE },
  }))
  for (const [index, { valueMinor, chanceUnits }] of prizes.entries()) {
    const hundredths = floorDivide(BigInt(valueMinor) * 100n, BigInt(priceMinor))
    const bin = bins.findLast(({ from }) => BigInt(from) <= hundredths)!
    bin.opens += wins[index]!
    bin.chanceUnits += chanceUnits
  }
  const isUsed = ({ chanceUnits }: ReturnBin) => chanceUnits > 0
  return bins.slice(bins.findIndex(isUsed), bins.findLastIndex(isUsed) + 1)
}

/** The most rows between the ends of the histogram of series. */
const RTP_BINS = 10

/**
 * The histogram of series, in ascending order of their RTP. The rows are of equal, round widths that cover the middle series. Series beyond them are
 * in a first and a last row, so that one extreme series does not make the others one row.
 */
function rtpBins(rtps: readonly number[]): RtpBin[] {
  const lowBps = rtps[LEFT_OUT]!
  const highBps = rtps[SERIES - LEFT_OUT - 1]!
  const width = roundWidth(lowBps, highBps)
  const first = Math.floor(lowBps / width)
  const end = Math.floor(highBps / width) + 1
  const seriesIn = (from: number, to: number) => rtps.filter((bps) => bps >= from && bps < to).length
  const bins: RtpBin[] = []
  for (let index = first; index < end; index += 1) {
    const from = index * width
    bins.push({ from, to: from + width, series: seriesIn(from, from + width) })
  }
  const below = seriesIn(0, first * width)
  const above = seriesIn(end * width, Number.POSITIVE_INFINITY)
  if (below > 0) bins.unshift({ from: null, to: first * width, series: below })
  if (above > 0) bins.push({ from: end * width, to: null, series: above })
  return bins
}

/** The least of 1%, 2%, 5%, 10%, 20%, 50%, … that divides a range into few rows. */
function roundWidth(lowBps: number, highBps: number): number {
  for (let power = 100; ; power *= 10) {
    for (const factor of [1, 2, 5]) {
      const width = power * factor
      if (Math.floor(highBps / width) - Math.floor(lowBps / width) < RTP_BINS) return width
    }
  }
}
