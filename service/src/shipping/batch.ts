import { sumMinor } from '@coffer/contract/money'
import type { UnshippableReason } from '@coffer/contract/shipping'
import { Refusal } from '../kernel/index.ts'
import type { Delivery, DraftLine, OrderDraft, OrderOrigin } from './order.ts'

/** Items that a player wants on one order, in the operator's currency. Pure. */

export type BatchItem = DraftLine & {
  /** The item's own, 0 included, else the operator's default. */
  shippingCostMinor: number
  /** Pieces that are left; null for any number. */
  stock: number | null
}

export type Batch = {
  currency: string
  /** Those that can be shipped, in the order in which they were asked for. */
  items: readonly BatchItem[]
  /** Why each of the others cannot be. */
  faults: ReadonlyMap<number, UnshippableReason>
}

export function totalOf({ items }: Pick<Batch, 'items'>): number {
  return sumMinor(items.map((item) => item.valueMinor))
}

/** The cost of the item that is worth most; of several such, the dearer one to ship (decisions §9). 0 for no items. */
export function costOf({ items }: Pick<Batch, 'items'>): number {
  const [dearest] = items.toSorted((a, b) => b.valueMinor - a.valueMinor || b.shippingCostMinor - a.shippingCostMinor)
  return dearest?.shippingCostMinor ?? 0
}

/** The order of a batch as it will be placed, with what it costs and what each line counts for. */
export function draftOf(batch: Batch, origin: OrderOrigin, { address, contactEmail, userNotes }: Delivery): OrderDraft {
  return {
    origin,
    currency: batch.currency,
    shippingCostMinor: costOf(batch),
    lines: batch.items.map(({ inventoryItemId, itemId, name, imageUrl, valueMinor }) => ({
      inventoryItemId,
      itemId,
      name,
      imageUrl,
      valueMinor,
    })),
    address,
    contactEmail,
    userNotes,
  }
}

const WORDS: Record<UnshippableReason, string> = {
  NOT_FOUND: 'is not in this player\u2019s vault',
  NOT_PHYSICAL: 'is nothing that can be shipped',
  NOT_UNRESOLVED: 'is no longer free',
  ITEM_BUSY: 'is being cashed back right now',
}

/** INVENTORY_NOT_SHIPPABLE, with each item that cannot be shipped in words. */
export function notShippable(ids: readonly number[], faults: ReadonlyMap<number, UnshippableReason>): Refusal {
  const fields = [...faults].map(([id, fault]): [string, string[]] => [
    `inventoryItemIds.${ids.indexOf(id)}`,
    [WORDS[fault]],
  ])
  const busy = [...faults.values()].includes('ITEM_BUSY') ? { reason: 'ITEM_BUSY' } : {}
  return new Refusal('INVENTORY_NOT_SHIPPABLE', { fields: Object.fromEntries(fields), ...busy })
}

/** Throws SHIPMENT_BELOW_MINIMUM when the items are worth less than the operator ships. */
export function refuseBelowMinimum(batch: Batch, minimumMinor: number): void {
  const valueMinor = totalOf(batch)
  if (valueMinor >= minimumMinor) return
  throw new Refusal('SHIPMENT_BELOW_MINIMUM', { minimumMinor, valueMinor, currency: batch.currency })
}
