import { BOX_TOTAL_UNITS, type Digest, draw, rangeAt, rangesOf } from '@coffer/fairness'
import { SERIES_OPENS, SIMULATED_OPENS, type Simulation, type SimulationInput } from './simulation.ts'

/** Opens between two reports of progress. */
const PROGRESS_OPENS = 5_000

type Options = {
  /** Called after every 5,000 opens with the number of opens so far. */
  onProgress?: (opens: number) => void
  /** For tests: a faster digest than the portable one. */
  hmac?: Digest
}

/**
 * Opens a box 100,000 times. The prizes are those that rounds with these seeds would draw at the nonces from 0 on.
 *
 * @throws RangeError when a seed is not of its form, or the chances do not sum to 100,000,000 units
 */
export function simulateOpens(input: SimulationInput, { onProgress, hmac }: Options = {}): Simulation {
  const { prizes, priceMinor, serverSeed, clientSeed } = input
  const ranges = rangesOf(prizes).map((range, index) => ({ ...range, index }))
  const wins = new Array<number>(prizes.length).fill(0)
  const seriesMinor: number[] = []
  let seriesValueMinor = 0
  let lossRun = 0
  let longestLossRun = 0
  // A sum of 1,000 amounts is a safe integer. The GGR of 100,000 opens may not be one.
  let ggrMinor = 0n
  let lowestGgrMinor = 0n
  let lowestAfterOpens = 0
  for (let nonce = 0; nonce < SIMULATED_OPENS; nonce += 1) {
    const drawn = draw({ serverSeed, clientSeed, nonce, reelIndex: 0, total: BOX_TOTAL_UNITS, hmac })
    const { index, valueMinor } = rangeAt(ranges, drawn)
    const opens = nonce + 1
    wins[index]! += 1
    lossRun = valueMinor < priceMinor ? lossRun + 1 : 0
    longestLossRun = Math.max(longestLossRun, lossRun)
    ggrMinor += BigInt(priceMinor - valueMinor)
    if (ggrMinor < lowestGgrMinor) {
      lowestGgrMinor = ggrMinor
      lowestAfterOpens = opens
    }
    seriesValueMinor += valueMinor
    if (opens % SERIES_OPENS === 0) {
      seriesMinor.push(seriesValueMinor)
      seriesValueMinor = 0
    }
    if (opens % PROGRESS_OPENS === 0) onProgress?.(opens)
  }
  return { wins, seriesMinor, longestLossRun, lowestGgrMinor, lowestAfterOpens }
}
