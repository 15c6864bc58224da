import { mulDivFloor, mulDivFloorCapped } from '@coffer/contract/money'
import type { Settings } from '@coffer/contract/settings'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'

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

export type RtpStatus = {
  /** RTP at current values as cashback would pay it, rounded down. */
  currentRtpBps: number
  /** It is for sale and gives more than it takes, compared exactly. */
  isUnprofitable: boolean
  /** It is off sale for that. */
  isPaused: boolean
}

const WHOLE_BPS = 10_000n

/** How a live version stands under an operator's settings. */
export function rtpStatusOf(box: WeighedBox, { cashback, collectibles, catalog }: Settings): RtpStatus {
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
  return { currentRtpBps: bpsWithinSafe(credited, taken), isUnprofitable, isPaused }
}

/** Rounded down, and the largest number for a box for one cent with a fortune in it. */
function bpsWithinSafe(credited: bigint, taken: bigint): number {
  const most = Number.MAX_SAFE_INTEGER
  return credited < BigInt(most) * taken ? mulDivFloor(credited, 1n, taken) : most
}

/** What a value counts for beside the one that was published or won, W: a fall in full, a rise as far as it is credited (decisions §8). Pure. */
export function countedMinor(wonMinor: number, valueMinor: number, creditedRiseBps: number): number {
  if (valueMinor <= wonMinor) return valueMinor
  return wonMinor + mulDivFloor(valueMinor - wonMinor, creditedRiseBps, 10_000)
}

/** A prize of a live version, and whether whoever wins it can cash it back at all: no bonus, no Nuggets, and nothing of `cashback: false`. */
export type CashablePrize = WeighedPrize & { isCashedBack: boolean }

type Rules = Pick<Settings, 'policies' | 'cashback' | 'collectibles'>

/**
 * What comes back to one who cashes everything, in bps of the price, rounded down once: each prize pays what cashback would pay for it
 * now, at the values and by the rules of now, and nothing when it cannot be cashed back. Null where nothing is.
 */
export function cashedRtpBps(
  { priceMinor, prizes }: { priceMinor: number; prizes: readonly CashablePrize[] },
  rules: Rules,
): number | null {
  if (!rules.policies.cashbackEnabled) return null
  const paid = prizes.reduce((sum, prize) => sum + BigInt(paidMinor(prize, rules)) * BigInt(prize.chanceUnits), 0n)
  return mulDivFloorCapped(paid, 10_000n, BigInt(priceMinor) * BigInt(BOX_TOTAL_UNITS))
}

/** In whole minor units, as it is paid. */
function paidMinor(
  { publishedMinor, valueMinor, isCashedBack }: CashablePrize,
  { cashback, collectibles }: Rules,
): number {
  if (!isCashedBack) return 0
  const counted = countedMinor(publishedMinor, valueMinor, collectibles.creditedRiseBps)
  const creditsMinor = mulDivFloor(counted, cashback.percentBps, 10_000)
  return cashback.maxItemMinor !== null && creditsMinor > cashback.maxItemMinor ? 0 : creditsMinor
}
