import { sumMinor } from '@coffer/contract/money'
import type { InventoryRow, Uncredited } from '@coffer/contract/shapes'
import type { ApiFailure } from '@coffer/web'
import { repriced } from '../items/vault-lists.ts'
import { current } from '../session/session.ts'

/** What cashing an item back pays now and what it does not, as the player is asked to agree to it. */
export type Offer = {
  readonly item: InventoryRow
  readonly currency: string
  readonly valueMinor: number
  /** What a collectible was worth when it was won; null for anything else, and where it is not known in this currency. */
  readonly wonValueMinor: number | null
  readonly cashbackMinor: number
  readonly uncredited: Uncredited
  readonly revisionId: number | undefined
  /** What was offered before the value changed. */
  readonly before: { readonly cashbackMinor: number; readonly currency: string } | null
}

/** `error.current` of PRICE_CHANGED, in the operator's currency. */
type PriceNow = {
  revisionId: number
  valueMinor: number
  cashbackMinor: number
  cashbackUncredited: Uncredited
  currency: string
}

const NOTHING: Uncredited = { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 0 }

export function canCashBack(item: InventoryRow): boolean {
  return item.state === 'unresolved' && item.cashbackMinor !== null && current().bootstrap.policies.cashbackEnabled
}

export function offerOf(item: InventoryRow): Offer {
  return {
    item,
    currency: item.currency,
    valueMinor: item.valueMinor,
    wonValueMinor: item.wonValueMinor ?? null,
    cashbackMinor: item.cashbackMinor ?? 0,
    uncredited: item.cashbackUncredited ?? NOTHING,
    revisionId: item.isCollectible ? item.currentRevisionId : undefined,
    before: null,
  }
}

/** The value that the item is counted at: what is paid, and each part that is not. */
export function basisOf({ cashbackMinor, uncredited }: Offer): number {
  return sumMinor([cashbackMinor, uncredited.priceFallMinor, uncredited.priceRiseMinor, uncredited.creditsShareMinor])
}

/** What is offered after a refusal for a changed price, in the currency of the offer where the service can say; null for other refusals. */
export async function offerAfter(offer: Offer, failure: ApiFailure): Promise<Offer | null> {
  const now = failure.code === 'PRICE_CHANGED' ? (failure.answer?.error.current as PriceNow | undefined) : undefined
  if (!now) return null
  const before = { cashbackMinor: offer.cashbackMinor, currency: offer.currency }
  if (now.currency !== offer.currency) {
    const [row] = await repriced([offer.item])
    if (row && row !== offer.item && row.cashbackMinor !== null) return { ...offerOf(row), before }
  }
  return {
    item: offer.item,
    currency: now.currency,
    valueMinor: now.valueMinor,
    wonValueMinor: now.currency === offer.currency ? offer.wonValueMinor : null,
    cashbackMinor: now.cashbackMinor,
    uncredited: now.cashbackUncredited,
    revisionId: now.revisionId,
    before,
  }
}
