import { mulDivFloor, mulDivFloorCapped } from '@coffer/contract/money'
import type { Settings } from '@coffer/contract/settings'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import type { WeighedPrize } from './box-standing.ts'
import { countedMinor } from './counted.ts'

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
