import type { Settings } from '@coffer/contract/settings'
import { UPGRADER_TOTAL } from '@coffer/fairness'
import type { Tally } from '@coffer/fairness/simd'
import { type Deviation, deviationOfWins, isWithin, simulatedSeeds } from '../rounds/index.ts'
import { bandOf, termsOf, WHOLE_BPS } from './band.ts'
import { UPGRADER_REEL } from './roll.ts'
import { offerOf } from './selector.ts'

/** Upgrader rounds played for the figures alone: rolls of the real draw, of no player, with no money. Pure. */

/**
 * So many rounds, of which `countDraws` gives how often each roll came up; the seed decides them all. A roll is drawn before it is held
 * against a chance, so one count serves every chance.
 */
export function simulatedRolls(seed: string, roundsCount: number): Tally {
  return {
    runs: simulatedSeeds(seed, roundsCount).map((seeds) => ({
      ...seeds,
      reelIndex: UPGRADER_REEL,
      total: UPGRADER_TOTAL,
    })),
    ends: Array.from({ length: UPGRADER_TOTAL }, (_, roll) => roll + 1),
  }
}

/** What came of a chance when a wager aims at the most that it can win. */
export type SimulatedChance = {
  chanceBps: number
  aimedMinor: number
  winsCount: number
  deviation: Deviation
  /** Wins, and with them the return, which moves with them alone, are no further from what the chance says than 3 sigma. */
  isFair: boolean
}

/** A row for each chance that is offered; null where a wager so small has no whole amount to aim at. */
export function simulateChances(
  settings: Pick<Settings, 'upgrader' | 'noLoss'>,
  wagerMinor: number,
  counts: readonly number[],
): (SimulatedChance | null)[] {
  return offerOf(settings).chancePresetsBps.map((chanceBps) => {
    const { lowerMinor, upperMinor } = bandOf(termsOf(settings), wagerMinor, chanceBps)
    if (lowerMinor > upperMinor) return null
    const winsCount = sum(counts.slice(0, chanceBps))
    const deviation = deviationOfWins(winsCount, sum(counts), chanceBps, WHOLE_BPS)
    return { chanceBps, aimedMinor: upperMinor, winsCount, deviation, isFair: isWithin(deviation, 3) }
  })
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
