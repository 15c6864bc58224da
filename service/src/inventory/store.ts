import { type Generated, sql } from 'kysely'
import type { Cursor, Owner } from '../kernel/index.ts'
import { inLockOrder, many, readMerged, type Tx, takeId, write } from '../platform/index.ts'
import type { ItemFilter, ItemState } from './item.ts'

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

/** An item as it comes into the vault. */
export type NewItem = Omit<InventoryRecord, 'expired_at' | keyof CreditColumns>

const INSERT_ITEMS = many<NewItem>`
  insert into inventory_items (operator_id, inventory_item_id, player_id, item_id, name, image_url, type, currency,
    won_value_minor, percent_bps, credited_rise_bps, cashback, is_collectible, won_revision_id, state, acquisition_type,
    round_public_id, box_name, expires_at, created_at)
  select operator_id, inventory_item_id, player_id, item_id, name, image_url, type, currency,
    won_value_minor, percent_bps, credited_rise_bps, cashback, is_collectible, won_revision_id, state, acquisition_type,
    round_public_id, box_name, expires_at, created_at
  from rows as row (operator_id bigint, inventory_item_id bigint, player_id bigint,
    item_id bigint, name text, image_url text, type text, currency text, won_value_minor bigint, percent_bps int,
    credited_rise_bps int, cashback boolean, is_collectible boolean, won_revision_id bigint, state text,
    acquisition_type text, round_public_id text, box_name text, expires_at timestamptz, created_at timestamptz)`

/** Puts an item into the vault under an id that was taken for it, and gives it as it is there. */
export function insertItem(tx: Tx, row: NewItem): InventoryRecord {
  write(tx, INSERT_ITEMS, row)
  return recordOf(row)
}

/** The record of a new item. */
export function recordOf(row: NewItem): InventoryRecord {
  return { ...row, ...NO_CREDIT, expired_at: null }
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

/** Several items at once. Locks are taken by ascending id, so that two batches never wait for each other. */

function byId(tx: Tx, operatorId: number, ids: readonly number[]) {
  return tx
    .selectFrom('inventory_items')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('inventory_item_id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('inventory_item_id')
    .forUpdate()
}

/** Items of a player, locked; an id of nobody's or of another player's is absent. */
export function lockItems(tx: Tx, owner: Owner, ids: readonly number[]): Promise<InventoryRecord[]> {
  inLockOrder(tx, 'items', ids)
  return byId(tx, owner.operatorId, ids).where('player_id', '=', owner.playerId).execute()
}

/** Items of an operator, whoever won them, locked. */
export function lockItemsOfOperator(tx: Tx, operatorId: number, ids: readonly number[]): Promise<InventoryRecord[]> {
  inLockOrder(tx, 'items', ids)
  return byId(tx, operatorId, ids).execute()
}

/** Moves the items that are in the expected state; how many they were. */
export async function moveItems(
  tx: Tx,
  operatorId: number,
  ids: readonly number[],
  { from, to }: { from: ItemState; to: ItemState },
): Promise<number> {
  const result = await tx
    .updateTable('inventory_items')
    .set({ state: to })
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('inventory_item_id', '=', eb.fn.any(eb.val([...ids]))))
    .where('state', '=', from)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Turns free items whose time has passed to `expired`, the longest overdue first, at most `count`. Items that somebody else is about
 * to move are left for another time.
 */
export async function expireDueItems(tx: Tx, operatorId: number, now: Date, count: number): Promise<number> {
  const result = await sql`
    with due as (
      select operator_id, inventory_item_id
      from inventory_items
      where operator_id = ${operatorId} and state = 'unresolved' and expires_at is not null and expires_at <= ${now}
        and acquisition_type = 'game_win'
      order by expires_at
      limit ${count}
      for update skip locked
    )
    update inventory_items item
    set state = 'expired', expired_at = ${now}
    from due
    where item.operator_id = due.operator_id and item.inventory_item_id = due.inventory_item_id`.execute(tx)
  return Number(result.numAffectedRows ?? 0n)
}

/** An id that no other item gets. */
export function takeItemId(tx: Tx): Promise<number> {
  return takeId(tx, 'inventory_items_inventory_item_id_seq')
}

/** Collectibles of an item in the vaults of all players that cashback treats alike. */
export type HeldCollectibles = Pick<
  InventoryRecord,
  | 'item_id'
  | 'currency'
  | 'won_value_minor'
  | 'percent_bps'
  | 'credited_rise_bps'
  | 'cashback'
  | 'acquisition_type'
  | 'state'
  | 'is_collectible'
> & { itemCount: number }

/** The collectibles of items that are free in vaults: those that other values of the items change. */
export function groupCollectibles(tx: Tx, operatorId: number, itemIds: readonly number[]): Promise<HeldCollectibles[]> {
  const alike = [
    ...(['item_id', 'currency', 'won_value_minor', 'percent_bps', 'credited_rise_bps', 'cashback'] as const),
    ...(['acquisition_type', 'state', 'is_collectible'] as const),
  ] as const
  return (
    tx
      .selectFrom('inventory_items')
      .select(alike)
      .select((eb) => eb.fn.countAll<number>().as('itemCount'))
      .where('operator_id', '=', operatorId)
      .where((eb) => eb('item_id', '=', eb.fn.any(eb.val([...itemIds]))))
      // Literals, as in the condition of the partial index: a generic plan with parameters could not use it.
      .where('is_collectible', '=', sql.lit(true))
      .where('state', '=', sql.lit<ItemState>('unresolved'))
      .groupBy(alike)
      .execute()
  )
}

/** Items of a player that are worth the same now: of one catalogue item, held in one currency. */
export type Holdings = {
  item_id: number
  currency: string
  itemCount: number
  /** An integer in decimal: it may be larger than any amount. */
  wonMinor: string
}

/** All matching items of a player, counted by catalogue item and currency. */
export async function sumHoldings(tx: Tx, owner: Owner, filter: ItemFilter): Promise<Holdings[]> {
  return tx
    .selectFrom('inventory_items')
    .select(['item_id', 'currency'])
    .select(sql<number>`count(*)`.as('itemCount'))
    .select(sql<string>`sum(won_value_minor)::text`.as('wonMinor'))
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where((eb) => eb('state', '=', eb.fn.any(eb.val([...filter.states]))))
    .where((eb) => eb('type', '=', eb.fn.any(eb.val([...filter.types]))))
    .where((eb) => eb('is_collectible', '=', eb.fn.any(eb.val([...filter.collectible]))))
    .groupBy(['item_id', 'currency'])
    .execute()
}
