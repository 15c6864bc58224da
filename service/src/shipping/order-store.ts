import type { ShippingStatus } from '@coffer/contract/shipping'
import { sql } from 'kysely'
import type { Cursor, Owner } from '../kernel/index.ts'
import { inLockOrder, readMerged, type Tx } from '../platform/index.ts'
import type { IntentState } from './intent.ts'
import type { OrderOwner } from './order.ts'
import type { IntentRecord, MoveRecord, OrderRecord } from './tables.ts'

export function insertOrder(tx: Tx, row: Omit<OrderRecord, 'order_id'>): Promise<OrderRecord> {
  return tx
    .insertInto('shipping_orders')
    .values({ ...row, address: JSON.stringify(row.address) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function ofOwner(tx: Tx, { operatorId, playerId }: OrderOwner) {
  const ofOperator = tx.selectFrom('shipping_orders').selectAll().where('operator_id', '=', operatorId)
  return playerId === null ? ofOperator : ofOperator.where('player_id', '=', playerId)
}

export function findOrder(tx: Tx, owner: OrderOwner, publicId: string): Promise<OrderRecord | undefined> {
  return ofOwner(tx, owner).where('public_id', '=', publicId).executeTakeFirst()
}

export function lockOrder(tx: Tx, owner: OrderOwner, publicId: string): Promise<OrderRecord | undefined> {
  inLockOrder(tx, 'shipping order', publicId)
  return ofOwner(tx, owner).where('public_id', '=', publicId).forUpdate().executeTakeFirst()
}

export function lockOrderById(tx: Tx, operatorId: number, orderId: number): Promise<OrderRecord | undefined> {
  inLockOrder(tx, 'shipping order', orderId)
  return ofOwner(tx, { operatorId, playerId: null }).where('order_id', '=', orderId).forUpdate().executeTakeFirst()
}

/** The oldest pending order of a player to this address and in this currency that has room for a line, locked. */
export async function lockOpenOrder(
  tx: Tx,
  { operatorId, playerId }: Owner,
  { address, currency }: Pick<OrderRecord, 'address' | 'currency'>,
  linesCount: number,
): Promise<OrderRecord | undefined> {
  inLockOrder(tx, 'shipping order', 'the open one')
  const { rows } = await sql<OrderRecord>`
    select o.* from shipping_orders o
    where o.operator_id = ${operatorId} and o.player_id = ${playerId} and o.status = 'pending'
      and o.currency = ${currency} and o.address = ${JSON.stringify(address)}::jsonb
      and (
        select count(*) from shipping_lines l
        where l.operator_id = o.operator_id and l.order_id = o.order_id and l.left_at is null
      ) < ${linesCount}
    order by o.order_id
    limit 1
    for update of o`.execute(tx)
  return rows[0]
}

export type OrderChange = Partial<
  Pick<
    OrderRecord,
    | 'status'
    | 'address'
    | 'user_notes'
    | 'realized_total_cost_minor'
    | 'carrier'
    | 'tracking_number'
    | 'tracking_url'
    | 'delivered_at'
    | 'replacements_sent_at'
    | 'notice_count'
    | 'address_change_count'
    | 'noticed_at'
  >
>

/** Changes an order that is in the expected status; true when it was. */
export async function updateOrder(tx: Tx, order: OrderRecord, { address, ...change }: OrderChange): Promise<boolean> {
  const result = await tx
    .updateTable('shipping_orders')
    .set({ ...change, ...(address === undefined ? {} : { address: JSON.stringify(address) }) })
    .where('operator_id', '=', order.operator_id)
    .where('order_id', '=', order.order_id)
    .where('status', '=', order.status)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** `limit + 1` orders beyond the cursor, newest first, or in reverse for `prev`. */
export function listOrderRecords(
  tx: Tx,
  { operatorId, playerId }: OrderOwner,
  statuses: readonly ShippingStatus[],
  page: { limit: number; cursor: Cursor | null },
): Promise<OrderRecord[]> {
  const player: Record<string, number> = playerId === null ? {} : { player_id: playerId }
  const list = {
    table: 'shipping_orders' as const,
    id: 'order_id',
    equal: { operator_id: operatorId, ...player },
    among: { status: statuses },
  }
  return readMerged(tx, list, page)
}

export type OrderSum = { status: ShippingStatus; count: number; oldestAt: Date }

/** Counts the orders of each status. Omits statuses without orders. */
export async function sumOrders(tx: Tx, operatorId: number, statuses: readonly ShippingStatus[]): Promise<OrderSum[]> {
  const { rows } = await sql<OrderSum>`
    select status, count(*) as count, min(created_at) as "oldestAt"
    from shipping_orders
    where operator_id = ${operatorId} and status = any(${[...statuses]}::text[])
    group by status`.execute(tx)
  return rows
}

export async function insertMove(tx: Tx, row: Omit<MoveRecord, 'move_id'>): Promise<void> {
  await tx.insertInto('shipping_moves').values(row).execute()
}

/** The statuses that orders have had, oldest first. */
export async function listMoves(tx: Tx, operatorId: number, orderIds: readonly number[]): Promise<MoveRecord[]> {
  if (orderIds.length === 0) return []
  return tx
    .selectFrom('shipping_moves')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('order_id', '=', eb.fn.any(eb.val([...orderIds]))))
    .orderBy('move_id')
    .execute()
}

export async function insertIntent(tx: Tx, row: Omit<IntentRecord, 'intent_id'>): Promise<void> {
  await tx
    .insertInto('shipping_intents')
    .values({ ...row, draft: JSON.stringify(row.draft) })
    .execute()
}

function intentsOf(tx: Tx, owner: Owner) {
  return tx
    .selectFrom('shipping_intents')
    .selectAll()
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
}

/** The intent of these items and this address whose fee is not decided yet. */
export function findUndecidedIntent(tx: Tx, owner: Owner, fingerprint: string): Promise<IntentRecord | undefined> {
  return intentsOf(tx, owner).where('fingerprint', '=', fingerprint).where('state', '=', 'undecided').executeTakeFirst()
}

export async function countUndecidedIntents(tx: Tx, owner: Owner): Promise<number> {
  const row = await tx
    .selectFrom('shipping_intents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('state', '=', 'undecided')
    .executeTakeFirstOrThrow()
  return row.count
}

export function lockIntent(tx: Tx, owner: Owner, orderPublicId: string): Promise<IntentRecord | undefined> {
  inLockOrder(tx, 'round or intent', orderPublicId)
  return intentsOf(tx, owner).where('order_public_id', '=', orderPublicId).forUpdate().executeTakeFirst()
}

/** Moves an intent that is in the expected state; true when it was. */
export async function updateIntent(tx: Tx, intent: IntentRecord, to: IntentState): Promise<boolean> {
  const result = await tx
    .updateTable('shipping_intents')
    .set({ state: to })
    .where('operator_id', '=', intent.operator_id)
    .where('intent_id', '=', intent.intent_id)
    .where('state', '=', intent.state)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
