import type { UnshippableReason } from '@coffer/contract/shipping'
import type { CatalogueItem } from '../catalog/index.ts'
import type { Owner } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { unshippable } from './item.ts'
import { moveAll, releaseAll } from './move-items.ts'
import { findItems, lockItems, lockItemsOfOperator } from './store.ts'
import { valueItems, valueNow } from './valuation.ts'

/** What an order needs to know of an item; its value is the one now in force, in the item's own currency. */
export type ItemToShip = {
  inventoryItemId: number
  name: string
  imageUrl: string | null
  valueMinor: number
  currency: string
  catalogueItem: CatalogueItem
  /** Why it cannot be shipped; null when it can. */
  fault: UnshippableReason | null
}

/** Items of a player as they stand, by ascending id; an id of nobody's or of another player's is absent. Nothing is locked. */
export async function readItemsToShip(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  owner: Owner,
  ids: readonly number[],
): Promise<ItemToShip[]> {
  const records = await findItems(tx, owner, ids)
  const valued = await valueItems(ctx, tx, operator, records)
  return records.map((record) => {
    const { catalogueItem, valuation } = valued(record)
    return {
      inventoryItemId: record.inventory_item_id,
      name: record.name,
      imageUrl: record.image_url,
      valueMinor: valueNow(record, valuation),
      currency: record.currency,
      catalogueItem,
      fault: unshippable(record),
    }
  })
}

/**
 * Locks items and turns them to `ship_requested`: all of them or none. Returns why each of the others cannot be shipped; empty when
 * it was done.
 */
export async function requestShipping(
  tx: Tx,
  owner: Owner,
  ids: readonly number[],
): Promise<Map<number, UnshippableReason>> {
  const found = new Map((await lockItems(tx, owner, ids)).map((record) => [record.inventory_item_id, record]))
  const faults = new Map<number, UnshippableReason>()
  for (const id of ids) {
    const record = found.get(id)
    const fault = record ? unshippable(record) : 'NOT_FOUND'
    if (fault !== null) faults.set(id, fault)
  }
  if (faults.size === 0) await moveAll(tx, owner.operatorId, ids, { from: 'unresolved', to: 'ship_requested' })
  return faults
}

/** Gives items of an order back to the vault. */
export async function releaseItems(tx: Tx, operatorId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await lockItemsOfOperator(tx, operatorId, ids)
  await releaseAll(tx, operatorId, ids, 'ship_requested')
}

/** Items of an order have arrived. */
export async function fulfilItems(tx: Tx, operatorId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await lockItemsOfOperator(tx, operatorId, ids)
  await moveAll(tx, operatorId, ids, { from: 'ship_requested', to: 'fulfilled' })
}
