import type { BackendOrder } from '@coffer/contract/shipping'
import type { Context, Tx } from '../platform/index.ts'
import { listLines } from './line-store.ts'
import { listMoves } from './order-store.ts'
import type { OrderRecord } from './tables.ts'
import { orderView } from './view.ts'

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
