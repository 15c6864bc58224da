import { BOX_TOTAL_UNITS, type Digest, draw, rangeAt, rangesOf } from '@coffer/fairness'
import { SERIES_OPENS, SIMULATED_OPENS, type Simulation, type SimulationInput } from './simulation.ts'

type Options = {
  /** Called after each series with the number of opens so far. */
  onSeries?: (opens: number) => void
  /** A faster digest than the portable one. */
  hmac?: Digest
}

/**
 * Opens a box 100,000 times. The prizes are those that rounds with these seeds would draw at the nonces from 0 on.
 *
 * @throws RangeError when a seed is not of its form, or the chances do not sum to 100,000,000 units
 */
export function simulateOpens({ prizes, priceMinor, serverSeed, clientSeed }: SimulationInput, options: Options = {}) {
  const { onSeries, hmac } = options
  const ranges = rangesOf(prizes).map((range, index) => ({ ...range, index }))
  const wins = new Array<number>(prizes.length).fill(0)
  const seriesMinor: number[] = []
  const lossRun = { now: 0, longest: 0 }
  const ggr = { nowMinor: 0n, lowestMinor: 0n, lowestAfterOpens: 0 }
  let seriesValueMinor = 0
  for (let nonce = 0; nonce < SIMULATED_OPENS; nonce += 1) {
    const drawn = draw({ serverSeed, clientSeed, nonce, reelIndex: 0, total: BOX_TOTAL_UNITS, hmac })
    const { index, valueMinor } = rangeAt(ranges, drawn)
    const opens = nonce + 1
    wins[index]! += 1
    lossRun.now = valueMinor < priceMinor ? lossRun.now + 1 : 0
    lossRun.longest = Math.max(lossRun.longest, lossRun.now)
    ggr.nowMinor += BigInt(priceMinor - valueMinor)
    if (ggr.nowMinor < ggr.lowestMinor) {
      ggr.lowestMinor = ggr.nowMinor
      ggr.lowestAfterOpens = opens
    }
    // At most 1,000 times the largest amount, which is a safe integer.
    seriesValueMinor += valueMinor
    if (opens % SERIES_OPENS === 0) {
      seriesMinor.push(seriesValueMinor)
      seriesValueMinor = 0
      onSeries?.(opens)
    }
  }
  return {
    ...{ wins, seriesMinor, longestLossRun: lossRun.longest },
    ...{ lowestGgrMinor: ggr.lowestMinor, lowestAfterOpens: ggr.lowestAfterOpens },
  } satisfies Simulation
}
