import { type CatalogueItem, itemsByIds } from '../catalog/index.ts'
import { assert, invalidField, type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { termsOf } from './grant-items.ts'
import { takeItemId } from './item-moves-store.ts'
import { type InventoryRecord, insertItems } from './store.ts'

export type BoughtItem = { operator: Operator; owner: Owner; itemId: number; inventoryItemId: number }

/** An id for an item that is about to be bought: the click that buys it is stored under it. */
export function reserveItemId(tx: Tx): Promise<number> {
  return takeItemId(tx)
}

/**
 * Puts a physical item into the vault of a player who has paid the operator in Nuggets. It never expires. Refuses with UNKNOWN_ITEM, or
 * a 422 that names the item.
 */
export async function grantBoughtItem(
  ctx: Context,
  tx: Tx,
  { operator, owner, itemId, inventoryItemId }: BoughtItem,
): Promise<InventoryRecord> {
  const item = (await itemsByIds(tx, owner.operatorId, [itemId])).get(itemId)
  if (!item) throw new Refusal('UNKNOWN_ITEM')
  refuseUnsellable(item)
  const { type } = item
  assert(type === 'physical', 'what is no physical item was refused')
  const [bought] = await insertItems(tx, [
    {
      ...termsOf(item, operator),
      inventory_item_id: inventoryItemId,
      operator_id: owner.operatorId,
      player_id: owner.playerId,
      type,
      currency: item.currency,
      won_value_minor: item.valueMinor,
      state: 'unresolved',
      acquisition_type: 'bought_with_nuggets',
      round_public_id: null,
      box_name: null,
      expires_at: null,
      created_at: ctx.clock.now(),
    },
  ])
  return present(bought, 'what is inserted comes back')
}

function refuseUnsellable({ type, archived }: CatalogueItem): void {
  if (type !== 'physical') throw invalidField('itemId', `is ${type}: only physical items are bought with Nuggets`)
  if (archived) throw invalidField('itemId', 'has left the catalogue')
}
