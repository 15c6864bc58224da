import { mulDivFloorCapped, sumMinor } from '@coffer/contract/money'
import { convertFloor, invertRate, minorRate, RATE_OF_ONE, type Rate } from '@coffer/contract/rates'
import { type Cashback, convertCashback, type StakeableItem } from '../inventory/index.ts'
import { type Band, bandInOperatorCurrency, bandOf, returnBps, type Terms } from './band.ts'
import type { ShownIn } from './selector.ts'

/** What a stake comes to, and which values it can win. Prizes have their values in the operator's currency. Pure. */
export type Deal = {
  chanceBps: number
  /** The bet in the round's currency, and in the operator's. */
  betMinor: number
  operatorBetMinor: number
  /** What can be won, in the round's currency, and the values that can be won, in the operator's. */
  band: Band
  operatorBand: Band
  /** The stake as it is computed with, and what one minor unit of a prize's value is worth in it. */
  weighed: { stakeMinor: number; rate: Rate }
}

/**
 * With balance, everything is computed in the currency that is charged; only the operator's leg is converted, down, and capped: a wager
 * that large may be asked about, and is beyond every limit of a play.
 */
export function dealOfWager(terms: Terms, wagerMinor: number, chanceBps: number, { from, to, rate }: ShownIn): Deal {
  const band = bandOf(terms, wagerMinor, chanceBps)
  const leg = minorRate(invertRate(rate), to, from)
  return {
    chanceBps,
    betMinor: wagerMinor,
    operatorBetMinor: mulDivFloorCapped(wagerMinor, leg.numerator, leg.denominator),
    band,
    operatorBand: bandInOperatorCurrency(band, rate, from, to),
    weighed: { stakeMinor: wagerMinor, rate: minorRate(rate, from, to) },
  }
}

/** With items, everything is computed in the operator's currency and converted for display only, down. */
export function dealOfItems(terms: Terms, stake: CountedStake, chanceBps: number, { from, to, rate }: ShownIn): Deal {
  const operatorBand = bandOf(terms, stake.operatorTotalMinor, chanceBps)
  const shown = minorRate(rate, from, to)
  const show = (minor: number) => mulDivFloorCapped(minor, shown.numerator, shown.denominator)
  return {
    chanceBps,
    betMinor: stake.totalMinor,
    operatorBetMinor: stake.operatorTotalMinor,
    band: { lowerMinor: show(operatorBand.lowerMinor), upperMinor: show(operatorBand.upperMinor) },
    operatorBand,
    weighed: { stakeMinor: stake.operatorTotalMinor, rate: RATE_OF_ONE },
  }
}

/** Nothing can be won with nothing. */
export function isWinnable(deal: Deal, operatorValueMinor: number): boolean {
  const { lowerMinor, upperMinor } = deal.operatorBand
  return deal.weighed.stakeMinor > 0 && operatorValueMinor >= lowerMinor && operatorValueMinor <= upperMinor
}

/** What the stake returns on average when it aims at a value, in basis points, down. */
export function returnOf(deal: Deal, operatorValueMinor: number): number {
  return returnBps(deal.chanceBps, operatorValueMinor, deal.weighed.stakeMinor, deal.weighed.rate)
}

/** An item of a stake: what it counts for in the round's currency and in the operator's, and what it is worth. */
export type CountedItem = {
  inventoryItemId: number
  itemId: number
  name: string
  counted: Cashback
  operatorCountedMinor: number
  valueMinor: number
}

/** The items sum to the totals: each of them is converted on its own. */
export type CountedStake = { items: CountedItem[]; totalMinor: number; operatorTotalMinor: number }

export function countedStake(staked: readonly StakeableItem[], { from, to, rate }: ShownIn): CountedStake {
  const items = staked.map((item) => ({
    inventoryItemId: item.inventoryItemId,
    itemId: item.itemId,
    name: item.name,
    counted: convertCashback(item.counted, rate, from, to),
    operatorCountedMinor: item.counted.creditsMinor,
    valueMinor: convertFloor(item.valueMinor, rate, from, to),
  }))
  return {
    items,
    totalMinor: sumMinor(items.map(({ counted }) => counted.creditsMinor)),
    operatorTotalMinor: sumMinor(items.map(({ operatorCountedMinor }) => operatorCountedMinor)),
  }
}
