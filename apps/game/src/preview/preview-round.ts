import type { GamePreview } from '@coffer/contract/admin'
import { sumMinor } from '@coffer/contract/money'
import type { Facts, InventoryRow, RoundAnswer } from '@coffer/contract/shapes'
import { BOX_TOTAL_UNITS, draw } from '@coffer/fairness'

type Opened = {
  readonly seeds: { readonly serverSeed: string; readonly clientSeed: string }
  readonly nonce: number
  readonly reelIndexes: readonly number[]
  readonly names: { readonly publicId: string; readonly settledAt: string }
  nextItemId(): number
}

/** A round that is played now, with the draws of its seeds. */
export function playRound(
  preview: GamePreview,
  { seeds, nonce, reelIndexes, names, nextItemId }: Opened,
): { round: RoundAnswer; items: InventoryRow[]; facts: Facts } {
  const { currency, prizes } = preview.box
  const priceMinor = priceOf(preview)
  const boxVersionId = versionIdOf(preview)
  const reels = reelIndexes.map((reelIndex) => {
    const rawDraw = draw({ ...seeds, nonce, reelIndex, total: BOX_TOTAL_UNITS })
    // The ranges of a complete version cover each draw.
    const prize = prizes.find(({ rangeStart, rangeEnd }) => rangeStart <= rawDraw && rawDraw < rangeEnd)!
    return { reelIndex, rawDraw, prize }
  })
  const items = reels.flatMap(({ prize }) => {
    const win = preview.wins.find(({ itemId }) => itemId === prize.itemId)
    if (win === undefined) return []
    return [{ ...win, id: nextItemId(), wonAtRoundPublicId: names.publicId, createdAt: names.settledAt }]
  })
  const round: RoundAnswer = {
    ...{ ...names, status: 'settled', undecided: false, currency, funding: 'player' },
    betMinor: priceMinor * reels.length,
    payoutMinor: sumMinor(reels.map(({ prize }) => prize.valueMinor)),
    reels: reels.map(({ reelIndex, rawDraw, prize: { itemId, name } }) => ({
      ...{ reelIndex, boxVersionId, rawDraw, result: { itemId, name } },
    })),
  }
  const facts = {
    currency,
    reels: reels.map(({ reelIndex, prize }) => ({
      ...{ reelIndex, paidMinor: priceMinor, itemValueMinor: prize.valueMinor, itemType: prize.type },
    })),
    deal: null,
  }
  return { round, items, facts }
}

/** Price of one open in minor units. The box of a preview has one. */
export function priceOf({ box }: GamePreview): number {
  return box.priceMinor!
}

export function versionIdOf({ box }: GamePreview): number {
  return box.boxVersionId!
}
