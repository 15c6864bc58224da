import { sumMinor } from '@coffer/contract/money'
import type { OrderOrigin } from '@coffer/contract/order-names'
import type { UnshippableReason } from '@coffer/contract/shipping'
import { Refusal } from '../kernel/index.ts'
import type { Delivery, DraftLine, OrderDraft } from './order.ts'

/** Items that a player wants on one order, in the operator's currency. Pure. */

export type BatchItem = Omit<DraftLine, 'goesAlong'> & {
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

/** What an item weighs in the terms of its order. */
export type Weight = Pick<BatchItem, 'valueMinor' | 'shippingCostMinor'>

/** What an order is placed on: its cost, which is never quoted anew, and the least that it may be worth. */
export type OrderTerms = { shippingCostMinor: number; minimumMinor: number }

export function totalOf(items: readonly Weight[]): number {
  return sumMinor(items.map((item) => item.valueMinor))
}

/** The cost of the item that is worth most; of several such, the dearer one to ship (decisions §9). 0 for no items. */
export function costOf(items: readonly Weight[]): number {
  const [dearest] = items.toSorted((a, b) => b.valueMinor - a.valueMinor || b.shippingCostMinor - a.shippingCostMinor)
  return dearest?.shippingCostMinor ?? 0
}

/** Whether items are worth less than an operator ships. */
export function isBelowMinimum(items: readonly Weight[], minimumMinor: number): boolean {
  return totalOf(items) < minimumMinor
}

/** Why items cannot be an order of these terms, or null when they can: nothing would be left to pay, and they are worth enough. */
export function misfitOf(items: readonly Weight[], terms: OrderTerms): 'BELOW_MINIMUM' | 'COST_NOT_COVERED' | null {
  if (isBelowMinimum(items, terms.minimumMinor)) return 'BELOW_MINIMUM'
  return costOf(items) > terms.shippingCostMinor ? 'COST_NOT_COVERED' : null
}

/** The order of a batch as it will be placed, with what it costs and what each line counts for. Goods that were sold know no minimum. */
export function draftOf(
  batch: Batch,
  { origin, minimumMinor }: { origin: OrderOrigin; minimumMinor: number },
  { address, contactEmail, userNotes }: Delivery,
): OrderDraft {
  return {
    origin,
    currency: batch.currency,
    shippingCostMinor: costOf(batch.items),
    minimumMinor,
    lines: batch.items.map(({ stock: _, ...item }) => ({ ...item, goesAlong: origin === 'nuggets' })),
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
  if (!isBelowMinimum(batch.items, minimumMinor)) return
  const valueMinor = totalOf(batch.items)
  throw new Refusal('SHIPMENT_BELOW_MINIMUM', { minimumMinor, valueMinor, currency: batch.currency })
}
