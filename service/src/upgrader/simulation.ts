import type { Settings } from '@coffer/contract/settings'
import { type Deviation, deviationOfWins, isWithin, simulatedSeeds } from '../rounds/index.ts'
import { bandOf, termsOf, WHOLE_BPS } from './band.ts'
import { drawRoll } from './roll.ts'
import { offerOf } from './selector.ts'

/** Upgrader rounds played for the figures alone: rolls of the real draw, of no player, with no money. Pure. */

/**
 * How often each roll came up in so many rounds; the seed decides them all. A roll is drawn before it is held against a chance, so one
 * count serves every chance.
 */
export function countRolls(seed: string, roundsCount: number): number[] {
  const counts = new Array<number>(WHOLE_BPS).fill(0)
  for (const seeds of simulatedSeeds(seed, roundsCount)) counts[drawRoll(seeds)]! += 1
  return counts
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
