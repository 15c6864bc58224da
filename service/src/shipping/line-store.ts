import type { LeavingReason } from '@coffer/contract/order-names'
import { sql } from 'kysely'
import type { Pieces } from '../catalog/index.ts'
import type { Tx } from '../platform/index.ts'
import type { LineRecord } from './tables.ts'

export type NewLine = Omit<LineRecord, 'line_id' | 'left_at' | 'left_because'>

export async function insertLines(tx: Tx, rows: readonly NewLine[]): Promise<void> {
  await tx
    .insertInto('shipping_lines')
    .values(rows.map((row) => ({ ...row, left_at: null, left_because: null })))
    .execute()
}

function ofOrders(tx: Tx, operatorId: number, orderIds: readonly number[]) {
  return tx
    .selectFrom('shipping_lines')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('order_id', '=', eb.fn.any(eb.val([...orderIds]))))
}

/** The lines that stand on orders now, in the order in which they came. */
export async function listLines(tx: Tx, operatorId: number, orderIds: readonly number[]): Promise<LineRecord[]> {
  if (orderIds.length === 0) return []
  return ofOrders(tx, operatorId, orderIds).where('left_at', 'is', null).orderBy('line_id').execute()
}

/** The lines that have left an order, in the order in which they left. */
export function listLeftLines(tx: Tx, operatorId: number, orderId: number): Promise<LineRecord[]> {
  return ofOrders(tx, operatorId, [orderId])
    .where('left_at', 'is not', null)
    .orderBy('left_at')
    .orderBy('line_id')
    .execute()
}

/** The line of an item on an order, whether it still stands on it or has left. */
export function findLine(
  tx: Tx,
  order: { operator_id: number; order_id: number },
  inventoryItemId: number,
): Promise<LineRecord | undefined> {
  return ofOrders(tx, order.operator_id, [order.order_id])
    .where('inventory_item_id', '=', inventoryItemId)
    .executeTakeFirst()
}

/** Takes lines off their order; how many still stood on it. */
export async function takeLinesOff(
  tx: Tx,
  operatorId: number,
  lineIds: readonly number[],
  left: { at: Date; because: LeavingReason },
): Promise<number> {
  const result = await tx
    .updateTable('shipping_lines')
    .set({ left_at: left.at, left_because: left.because, waiting_for_stock: false })
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('line_id', '=', eb.fn.any(eb.val([...lineIds]))))
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Lines that wait no more; how many of these still did. */
export async function markFilled(
  tx: Tx,
  operatorId: number,
  lineIds: readonly number[],
  tookStock: boolean,
): Promise<number> {
  if (lineIds.length === 0) return 0
  const result = await tx
    .updateTable('shipping_lines')
    .set({ waiting_for_stock: false, took_stock: tookStock })
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('line_id', '=', eb.fn.any(eb.val([...lineIds]))))
    .where('waiting_for_stock', '=', true)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** An item that some line waits for. */
export type WaitingItem = { operatorId: number; itemId: number }

/** Items of all operators that lines wait for, each once however many lines there are; `count` of them beyond this one. */
export async function listWaitingItems(
  tx: Tx,
  { operatorId, itemId }: WaitingItem,
  count: number,
): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    with recursive waiting as (
      (select operator_id, item_id from shipping_lines
        where waiting_for_stock and (operator_id, item_id) > (${operatorId}::bigint, ${itemId}::bigint)
        order by operator_id, item_id limit 1)
      union all
      select next.operator_id, next.item_id
      from waiting
      cross join lateral (
        select line.operator_id, line.item_id from shipping_lines line
        where line.waiting_for_stock and (line.operator_id, line.item_id) > (waiting.operator_id, waiting.item_id)
        order by line.operator_id, line.item_id limit 1
      ) next
    )
    select operator_id as "operatorId", item_id as "itemId" from waiting limit ${count}`.execute(tx)
  return rows
}

/** The oldest waiting lines of items, as many of each as it says and at most `count` of all, oldest first. */
export async function listOldestWaiting(
  tx: Tx,
  operatorId: number,
  pieces: readonly Pieces[],
  count: number,
): Promise<Pick<LineRecord, 'line_id' | 'order_id'>[]> {
  if (pieces.length === 0) return []
  const { rows } = await sql<Pick<LineRecord, 'line_id' | 'order_id'>>`
    select oldest.line_id, oldest.order_id
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as piece ("itemId" bigint, count bigint)
    cross join lateral (
      select line.line_id, line.order_id from shipping_lines line
      where line.operator_id = ${operatorId} and line.item_id = piece."itemId" and line.waiting_for_stock
      order by line.line_id limit piece.count
    ) oldest
    order by oldest.line_id limit ${count}`.execute(tx)
  return rows
}

/** How many lines wait for each of these items; an item that none waits for is absent. */
export async function countWaiting(
  tx: Tx,
  operatorId: number,
  itemIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('shipping_lines')
    .select((eb) => ['item_id', eb.fn.countAll<number>().as('count')])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('item_id', '=', eb.fn.any(eb.val([...itemIds]))))
    .where('waiting_for_stock', '=', true)
    .groupBy('item_id')
    .execute()
  return new Map(rows.map((row) => [row.item_id, row.count]))
}
