import type { Generated } from 'kysely'
import type { Cursor, Owner } from '../kernel/index.ts'
import { inLockOrder, readMerged, type Tx } from '../platform/index.ts'
import type { ItemState } from './item.ts'
import type { ItemFilter } from './item-filter.ts'

type InventoryItemsTable = {
  operator_id: number
  inventory_item_id: Generated<number>
  player_id: number
  item_id: number
  name: string
  image_url: string | null
  type: 'physical' | 'digital' | 'bonus'
  currency: string
  won_value_minor: number
  percent_bps: number
  credited_rise_bps: number
  cashback: boolean
  is_collectible: boolean
  won_revision_id: number
  state: ItemState
  acquisition_type: 'game_win' | 'bought_with_nuggets'
  round_public_id: string | null
  box_name: string | null
  credit_currency: string | null
  credit_rate: string | null
  credits_minor: number | null
  basis_minor: number | null
  price_fall_minor: number | null
  price_rise_minor: number | null
  credits_share_minor: number | null
  credit_operation_id: number | null
  expires_at: Date | null
  expired_at: Date | null
  created_at: Date
}

declare module '../platform/database.ts' {
  interface Tables {
    inventory_items: InventoryItemsTable
  }
}

export type InventoryRecord = Omit<InventoryItemsTable, 'inventory_item_id'> & { inventory_item_id: number }

/** Columns that a cashback under way or done writes. */
export type CreditColumns = Pick<
  InventoryRecord,
  | 'credit_currency'
  | 'credit_rate'
  | 'credits_minor'
  | 'basis_minor'
  | 'price_fall_minor'
  | 'price_rise_minor'
  | 'credits_share_minor'
  | 'credit_operation_id'
>

export const NO_CREDIT: CreditColumns = {
  credit_currency: null,
  credit_rate: null,
  credits_minor: null,
  basis_minor: null,
  price_fall_minor: null,
  price_rise_minor: null,
  credits_share_minor: null,
  credit_operation_id: null,
}

/** An item as it comes into the vault; most get their id from the database. */
export type NewItem = Omit<InventoryRecord, 'inventory_item_id' | 'expired_at' | keyof CreditColumns> & {
  inventory_item_id?: number
}

export function insertItems(tx: Tx, rows: NewItem[]): Promise<InventoryRecord[]> {
  return tx
    .insertInto('inventory_items')
    .values(rows.map((row) => ({ ...row, ...NO_CREDIT })))
    .returningAll()
    .execute()
}

function ofPlayer(tx: Tx, owner: Owner) {
  return tx
    .selectFrom('inventory_items')
    .selectAll()
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
}

export function findItem(tx: Tx, owner: Owner, inventoryItemId: number): Promise<InventoryRecord | undefined> {
  return ofPlayer(tx, owner).where('inventory_item_id', '=', inventoryItemId).executeTakeFirst()
}

/** Several items of a player, by ascending id. */
export function findItems(tx: Tx, owner: Owner, ids: readonly number[]): Promise<InventoryRecord[]> {
  return ofPlayer(tx, owner)
    .where((eb) => eb('inventory_item_id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('inventory_item_id')
    .execute()
}

export function lockItem(tx: Tx, owner: Owner, inventoryItemId: number): Promise<InventoryRecord | undefined> {
  inLockOrder(tx, 'items', inventoryItemId)
  return ofPlayer(tx, owner).where('inventory_item_id', '=', inventoryItemId).forUpdate().executeTakeFirst()
}

/** Moves an item that is in the expected state; true when it was. */
export async function moveItem(
  tx: Tx,
  owner: Owner,
  inventoryItemId: number,
  from: ItemState,
  to: ItemState,
  credit: Partial<CreditColumns>,
): Promise<boolean> {
  const result = await tx
    .updateTable('inventory_items')
    .set({ state: to, ...credit })
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('inventory_item_id', '=', inventoryItemId)
    .where('state', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export function listOfRound(tx: Tx, owner: Owner, roundPublicId: string): Promise<InventoryRecord[]> {
  return ofPlayer(tx, owner).where('round_public_id', '=', roundPublicId).orderBy('inventory_item_id').execute()
}

/** `limit + 1` items beyond the cursor, newest first, or in reverse for `prev`. */
export function listItems(
  tx: Tx,
  { operatorId, playerId }: Owner,
  { states, types, collectible }: ItemFilter,
  page: { limit: number; cursor: Cursor | null },
): Promise<InventoryRecord[]> {
  const list = {
    table: 'inventory_items' as const,
    id: 'inventory_item_id',
    equal: { operator_id: operatorId, player_id: playerId },
    among: { state: states, type: types, is_collectible: collectible },
  }
  return readMerged(tx, list, page)
}
