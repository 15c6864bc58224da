import type { CursorPair } from '@coffer/contract/shapes'
import { type BackendOrder, SHIPPING_STATUSES } from '@coffer/contract/shipping'
import { knownOrAll, type PageRequest, pageOf, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import type { OrderOwner } from './order.ts'
import { findOrder, listOrderRecords } from './order-store.ts'
import { showOrder, showOrders } from './show-order.ts'

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
