import { WHOLE_BPS } from '../text/boxes.ts'
import { floorOf, safeNumber } from './integers.ts'
import { SERIES_OPENS, SIMULATED_OPENS, type SimulatedVersion, type Simulation } from './simulation.ts'

/** A row of the histogram of single opens: those that return at least `from` and less than `to`, in hundredths of the price. */
export type ReturnBin = {
  readonly from: number
  /** Null: without an upper bound. */
  readonly to: number | null
  readonly opens: number
  /** Units of the prizes of this row. */
  readonly chanceUnits: number
}

/** A row of the histogram of series: those whose RTP is at least `from` and less than `to`, in basis points. */
export type RtpBin = {
  /** Null: without a lower bound. */
  readonly from: number | null
  /** Null: without an upper bound. */
  readonly to: number | null
  readonly series: number
}

/** Figures of a simulation. Percentages are rounded down. */
export type SimulationFigures = {
  /** Null: beyond what is shown. */
  readonly rtpBps: number | null
  /** Bets less values of prizes. Null: beyond what is shown. */
  readonly ggrMinor: number | null
  /** Opens that returned at least the price. */
  readonly hits: number
  /** Opens that won a prize of the largest value. */
  readonly largestWins: number
  /** RTP of the series without the 5 lowest and the 5 highest of 100. Null: beyond what is shown. */
  readonly middleRtp: { readonly lowBps: number; readonly highBps: number } | null
  readonly returns: readonly ReturnBin[]
  /** Empty beyond what is shown. */
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
  const rtps = seriesMinor.map((series) => rtpOf(BigInt(series), price * BigInt(SERIES_OPENS)))
  const known = rtps.filter((bps) => bps !== null).toSorted((one, other) => one - other)
  const isKnown = known.length === rtps.length
  const middle = known.slice(LEFT_OUT, -LEFT_OUT)
  const middleRtp = isKnown ? { lowBps: middle[0]!, highBps: middle.at(-1)! } : null
  return {
    rtpBps: rtpOf(valueMinor, price * BigInt(SIMULATED_OPENS)),
    ggrMinor: safeNumber(price * BigInt(SIMULATED_OPENS) - valueMinor),
    hits: winsOf((value) => value >= priceMinor),
    largestWins: winsOf((value) => value === largestMinor),
    middleRtp,
    returns: returnBins(prizes, priceMinor, wins),
    rtps: middleRtp === null ? [] : rtpBins(known, middleRtp),
  }
}

/** Series that are left out at each end, so that 90 of 100 are in the middle. */
const LEFT_OUT = 5

const rtpOf = (valueMinor: bigint, betMinor: bigint) => safeNumber((valueMinor * BigInt(WHOLE_BPS)) / betMinor)

/** Lower bounds of the histogram of single opens, in hundredths of the price. */
const RETURN_EDGES = [0, 10, 25, 50, 75, 100, 150, 200, 500, 1_000, 5_000, 10_000, 100_000]

/** The histogram of single opens, from the first row with a prize to the last one. */
function returnBins(prizes: SimulatedVersion['prizes'], priceMinor: number, wins: readonly number[]): ReturnBin[] {
  const bins = RETURN_EDGES.map((from, index) => ({
    ...{ from, to: RETURN_EDGES[index + 1] ?? null },
    ...{ opens: 0, chanceUnits: 0 },
  }))
  for (const [index, { valueMinor, chanceUnits }] of prizes.entries()) {
    const hundredths = floorOf(BigInt(valueMinor) * 100n, BigInt(priceMinor))
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
 * The histogram of series. The rows are of equal, round widths that cover the middle series. Series beyond them are in a first and a last row, so
 * that one extreme series does not make the others one row.
 */
function rtpBins(rtps: readonly number[], { lowBps, highBps }: { lowBps: number; highBps: number }): RtpBin[] {
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
