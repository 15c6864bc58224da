import type { ItemType } from '@coffer/contract/shapes'
import { type CatalogueItem, itemsByIds } from '../catalog/index.ts'
import { assert, hours, invalidField, later, type Owner, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { stateWhenWon } from './item.ts'
import { type InventoryRecord, insertItem, type NewItem } from './store.ts'

/** A prize as it was offered: its catalogue item may be worth something else by now, and may even be of another type. */
export type Grant = {
  item: CatalogueItem
  type: Exclude<ItemType, 'nuggets'>
  valueMinor: number
  currency: string
  boxName: string | null
}

/**
 * Puts a won item into the vault under an id that was taken for it, in the transaction that settles its round. The won value and the
 * rules of the cashback are stored with the item for ever. Nuggets prizes are not inventory.
 */
export function grantItem(ctx: Context, tx: Tx, to: Winner, inventoryItemId: number, grant: Grant): InventoryRecord {
  return insertItem(tx, wonItem(ctx, to, inventoryItemId, grant))
}

/** The winner of an item, and the round. */
type Winner = { operator: Operator; owner: Owner; roundPublicId: string }

/** A prize as it enters the vault when it is won now. */
export function wonItem(
  ctx: Context,
  to: Winner,
  inventoryItemId: number,
  { item, type, valueMinor, currency, boxName }: Grant,
): NewItem {
  const now = ctx.clock.now()
  const { expiryDays } = to.operator.settings.inventory
  const state = stateWhenWon(type)
  return {
    ...termsOf(item, to.operator),
    inventory_item_id: inventoryItemId,
    operator_id: to.owner.operatorId,
    player_id: to.owner.playerId,
    type,
    currency,
    won_value_minor: valueMinor,
    state,
    acquisition_type: 'game_win' as const,
    round_public_id: to.roundPublicId,
    box_name: boxName,
    expires_at: state === 'unresolved' && expiryDays !== null ? later(now, hours(24 * expiryDays)) : null,
    created_at: now,
  }
}

/** What an item keeps for ever of its catalogue item and of the rules in force when it comes into the vault. */
export function termsOf(item: CatalogueItem, { settings }: Operator) {
  return {
    item_id: item.itemId,
    name: item.name,
    image_url: item.imageUrl,
    percent_bps: settings.cashback.percentBps,
    credited_rise_bps: settings.collectibles.creditedRiseBps,
    cashback: item.cashback,
    is_collectible: item.isCollectible,
    won_revision_id: item.revisionId,
  }
}

export type BoughtItem = { operator: Operator; owner: Owner; itemId: number; inventoryItemId: number }

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
  return insertItem(tx, {
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
  })
}

function refuseUnsellable({ type, archived }: CatalogueItem): void {
  if (type !== 'physical') throw invalidField('itemId', `is ${type}: only physical items are bought with Nuggets`)
  if (archived) throw invalidField('itemId', 'has left the catalogue')
}
