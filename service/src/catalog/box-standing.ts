import { mulDivFloor } from '@coffer/contract/money'
import type { Settings } from '@coffer/contract/settings'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import { countedMinor } from './counted.ts'

/** What a live version costs its operator at current values, and what follows of it (decisions §5). Pure. */

/** A live version with what its prizes were published at and are worth now, all in the version's currency. */
export type WeighedBox = {
  archived: boolean
  priceMinor: number
  prizes: readonly WeighedPrize[]
}

export type WeighedPrize = {
  chanceUnits: number
  /** The value that was published, W. */
  publishedMinor: number
  /** The value in force, V; equal to W for what does not move. */
  valueMinor: number
}

export type Standing = {
  /** RTP at current values as cashback would pay it, rounded down. */
  currentRtpBps: number
  /** It is for sale and gives more than it takes, compared exactly. */
  isUnprofitable: boolean
  /** It is off sale for that. */
  isPaused: boolean
}

const WHOLE_BPS = 10_000n

/** How a live version stands under an operator's settings. */
export function standingOf(box: WeighedBox, { cashback, collectibles, catalog }: Settings): Standing {
  const { creditedRiseBps } = collectibles
  const counted = box.prizes.reduce(
    (sum, { publishedMinor, valueMinor, chanceUnits }) =>
      sum + BigInt(countedMinor(publishedMinor, valueMinor, creditedRiseBps)) * BigInt(chanceUnits),
    0n,
  )
  const credited = BigInt(cashback.percentBps) * counted
  const taken = BigInt(box.priceMinor) * BigInt(BOX_TOTAL_UNITS)
  const isUnprofitable = !box.archived && credited > WHOLE_BPS * taken
  const isPaused = isUnprofitable && catalog.pauseUnprofitable
  return { currentRtpBps: tellableBps(credited, taken), isUnprofitable, isPaused }
}

/** Rounded down, and the largest number for a box for one cent with a fortune in it. */
function tellableBps(credited: bigint, taken: bigint): number {
  const most = Number.MAX_SAFE_INTEGER
  return credited < BigInt(most) * taken ? mulDivFloor(credited, 1n, taken) : most
}
