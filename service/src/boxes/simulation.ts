import { mulDivFloor } from '@coffer/contract/money'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import type { Tally } from '@coffer/fairness/simd'
import { type PlayableVersion, rtpBpsOf, type VersionPrize } from '../catalog/index.ts'
import { type Deviation, deviationOfWins, isWithin, simulatedSeeds } from '../rounds/index.ts'
import { prizeEnds } from './draw-reel.ts'

/** Boxes opened for the figures alone: the real draw over published odds, of no player, with no money. Pure. */

export const RETURN_SIGMAS = 3
/** A box has many prizes. So far that of a hundred honest ones any is beyond less than once in 1,000 simulations. */
export const PRIZE_SIGMAS = 5
/** With fewer wins to expect, chance alone takes a prize beyond the sigmas, and one that is never won stays inside. */
export const JUDGED_FROM_WINS = 25

/** So many openings, of which `countDraws` gives how often each prize was won, in published order; the seed decides them all. */
export function simulatedOpenings(version: PlayableVersion, seed: string, roundsCount: number): Tally {
  return {
    runs: simulatedSeeds(seed, roundsCount).map((seeds) => ({ ...seeds, reelIndex: 0, total: BOX_TOTAL_UNITS })),
    ends: prizeEnds(version),
  }
}

/** Wins beside a chance. `isFair` is null when too few were to be expected to judge them. */
export type JudgedWins = { chanceUnits: number; winsCount: number; deviation: Deviation; isFair: boolean | null }

export type SimulatedBox = {
  roundsCount: number
  /** In published order. */
  prizes: readonly (JudgedWins & { prize: VersionPrize })[]
  /** The prizes that are too rare to be judged alone, as if they were one; null when there is none. */
  rare: JudgedWins | null
  /** Basis points, rounded down; the first as published. */
  rtpBps: number
  seenRtpBps: number
  returned: { deviation: Deviation; isFair: boolean }
  isFair: boolean
}

type Odds = Pick<PlayableVersion, 'priceMinor' | 'prizes'>

/** Holds wins, in published order, against the odds. */
export function simulatedBox(odds: Odds, wins: readonly number[]): SimulatedBox {
  const roundsCount = sum(wins)
  const prizes = odds.prizes.map((prize, index) => ({
    prize,
    ...judgedWins(prize.chanceUnits, wins[index]!, roundsCount),
  }))
  const rare = rareTogether(prizes, roundsCount)
  const deviation = deviationOfReturn(odds, wins, roundsCount)
  const returned = { deviation, isFair: isWithin(deviation, RETURN_SIGMAS) }
  const isFair = [returned, ...prizes, ...(rare ? [rare] : [])].every((one) => one.isFair !== false)
  const seenRtpBps = mulDivFloor(paidOut(odds, wins), 10_000n, BigInt(roundsCount) * BigInt(odds.priceMinor))
  return { roundsCount, prizes, rare, rtpBps: rtpBpsOf(odds), seenRtpBps, returned, isFair }
}

function judgedWins(chanceUnits: number, winsCount: number, roundsCount: number): JudgedWins {
  const deviation = deviationOfWins(winsCount, roundsCount, chanceUnits, BOX_TOTAL_UNITS)
  const isJudged = BigInt(roundsCount) * BigInt(chanceUnits) >= BigInt(JUDGED_FROM_WINS) * BigInt(BOX_TOTAL_UNITS)
  return { chanceUnits, winsCount, deviation, isFair: isJudged ? isWithin(deviation, PRIZE_SIGMAS) : null }
}

function rareTogether(prizes: readonly JudgedWins[], roundsCount: number): JudgedWins | null {
  const rare = prizes.filter(({ isFair }) => isFair === null)
  if (rare.length === 0) return null
  return judgedWins(sum(rare.map((one) => one.chanceUnits)), sum(rare.map((one) => one.winsCount)), roundsCount)
}

/** Of the value of everything won: its variance is n · (Σ u·v² / T − (Σ u·v / T)²), and all is multiplied by T. */
function deviationOfReturn({ prizes }: Odds, wins: readonly number[], roundsCount: number): Deviation {
  const [n, total] = [BigInt(roundsCount), BigInt(BOX_TOTAL_UNITS)]
  const weighed = (power: bigint) =>
    prizes.reduce((all, { valueMinor, chanceUnits }) => all + BigInt(chanceUnits) * BigInt(valueMinor) ** power, 0n)
  const distance = paidOut({ prizes }, wins) * total - n * weighed(1n)
  return { distance, variance: n * (total * weighed(2n) - weighed(1n) ** 2n) }
}

function paidOut({ prizes }: Pick<Odds, 'prizes'>, wins: readonly number[]): bigint {
  return prizes.reduce((all, { valueMinor }, index) => all + BigInt(valueMinor) * BigInt(wins[index]!), 0n)
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
