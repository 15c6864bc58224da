import { sql } from 'kysely'
import type { Owner } from '../kernel/index.ts'
import { inLockOrder, type Tx } from '../platform/index.ts'
import type { ItemState } from './item.ts'
import type { InventoryRecord } from './store.ts'

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
export async function takeItemId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('inventory_items_inventory_item_id_seq') as id`.execute(tx)
  return (rows[0] as { id: number }).id
}
