import type { CursorPair } from '@coffer/contract/shapes'
import { type BackendOrder, SHIPPING_STATUSES } from '@coffer/contract/shipping'
import { knownOrAll, type PageRequest, pageOf, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { listLines } from './line-store.ts'
import type { OrderOwner } from './order.ts'
import { findOrder, listMoves, listOrderRecords } from './order-store.ts'
import type { OrderRecord } from './tables.ts'
import { orderView } from './view.ts'

/** A page of orders, newest first: of a player, or of all players of an operator. */
export async function listOrders(
  ctx: Context,
  owner: OrderOwner,
  query: { statuses: readonly string[]; page: PageRequest },
): Promise<{ orders: BackendOrder[]; cursor: CursorPair }> {
  const { operatorId } = owner
  return ctx.tx(operatorId, async (tx) => {
    const found = await listOrderRecords(tx, owner, knownOrAll(SHIPPING_STATUSES, query.statuses), query.page)
    const page = pageOf(found, query.page, (order) => ({ sort: null, id: order.order_id }))
    return { orders: await showOrders(ctx, tx, operatorId, page.rows), cursor: page.cursor }
  })
}

/** One order; ORDER_NOT_FOUND when it is another player's. */
export async function readOrder(ctx: Context, owner: OrderOwner, publicId: string): Promise<BackendOrder> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const order = await findOrder(tx, owner, publicId)
    if (!order) throw new Refusal('ORDER_NOT_FOUND')
    return showOrder(ctx, tx, order)
  })
}

/** Orders of one operator as clients see them; two statements for any number of them. */
export async function showOrders(
  ctx: Context,
  tx: Tx,
  operatorId: number,
  orders: readonly OrderRecord[],
): Promise<BackendOrder[]> {
  const ids = orders.map((order) => order.order_id)
  const lines = Map.groupBy(await listLines(tx, operatorId, ids), (line) => line.order_id)
  const moves = Map.groupBy(await listMoves(tx, operatorId, ids), (move) => move.order_id)
  const { baseUrl } = ctx.config
  return orders.map((order) => {
    const { order_id: id } = order
    return orderView(order, { lines: lines.get(id) ?? [], moves: moves.get(id) ?? [], baseUrl })
  })
}

export async function showOrder(ctx: Context, tx: Tx, order: OrderRecord): Promise<BackendOrder> {
  const [shown] = await showOrders(ctx, tx, order.operator_id, [order])
  return shown as BackendOrder
}
