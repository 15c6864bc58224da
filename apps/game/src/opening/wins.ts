import { sumMinor } from '@coffer/contract/money'
import type { BoxDetail, InventoryRow, ItemType, OpenedRound } from '@coffer/contract/shapes'
import { type Tier, tierOf } from '@coffer/web'

/** What one reel gave, in the player's currency. `item` is null for a prize that does not enter the vault. */
export type Win = {
  readonly reelIndex: number
  readonly itemId: number
  readonly name: string
  readonly imageUrl: string | null
  readonly type: ItemType
  readonly valueMinor: number
  readonly tier: Tier
  readonly item: InventoryRow | null
}

export type Result = {
  readonly publicId: string
  readonly wins: readonly Win[]
  readonly currency: string
  readonly paidMinor: number
  readonly worthMinor: number
  readonly isFree: boolean
}

/** Reads the answer of an open: which reel won what, worth how much, and which row of the vault it is. */
export function readResult(answer: OpenedRound, box: BoxDetail): Result {
  const { round } = answer
  const rows = [...answer.items]
  const wins = round.reels.map((reel) => {
    const itemId = reel.result?.itemId ?? 0
    const at = rows.findIndex((row) => row.itemId === itemId)
    const item = at < 0 ? null : (rows.splice(at, 1)[0] ?? null)
    const prize = box.prizes.find((candidate) => candidate.itemId === itemId)
    const fact = answer.facts?.reels.find((candidate) => candidate.reelIndex === reel.reelIndex)
    const valueMinor = fact?.itemValueMinor ?? prize?.valueMinor ?? 0
    return {
      reelIndex: reel.reelIndex,
      itemId,
      name: reel.result?.name ?? prize?.name ?? '',
      imageUrl: prize?.imageUrl ?? item?.imageUrl ?? null,
      type: fact?.itemType ?? prize?.type ?? 'digital',
      valueMinor,
      tier: tierOf(valueMinor, fact?.paidMinor ?? box.priceMinor ?? 0),
      item,
    } satisfies Win
  })
  return {
    publicId: round.publicId,
    wins,
    currency: round.currency,
    paidMinor: round.funding === 'operator' ? 0 : round.betMinor,
    worthMinor: sumMinor(wins.map((win) => win.valueMinor)),
    isFree: round.funding === 'operator',
  }
}

/** Whether a result is celebrated: always, or only when it is worth more than was paid. */
export function isCelebrated(result: Result, onlyAbovePaid: boolean): boolean {
  return !onlyAbovePaid || result.worthMinor > result.paidMinor
}
