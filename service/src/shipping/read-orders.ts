import type { AdminPlayerOrder } from '@coffer/contract/admin'
import { sumMinor } from '@coffer/contract/money'
import type { CursorPair } from '@coffer/contract/shapes'
import { type BackendOrder, SHIPPING_STATUSES } from '@coffer/contract/shipping'
import { knownOrAll, type Owner, type PageRequest, pageOf, Refusal } from '../kernel/index.ts'
import { absoluteUrl } from '../media/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { listLines } from './line-store.ts'
import type { OrderOwner } from './order.ts'
import { findOrder, listMoves, listOrderRecords } from './order-store.ts'
import type { LineRecord, MoveRecord, OrderRecord } from './tables.ts'

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
    return { orders: await showOrders(tx, operatorId, page.rows, ctx.config), cursor: page.cursor }
  })
}

/** A page of the orders of a player without addresses, newest first, as the admin shows them. */
export async function listOrdersOfPlayer(
  ctx: Context,
  owner: Owner,
  page: PageRequest,
): Promise<{ orders: AdminPlayerOrder[]; cursor: CursorPair }> {
  const { orders, cursor } = await listOrders(ctx, owner, { statuses: [], page })
  return { orders: orders.map(withoutAddress), cursor }
}

function withoutAddress(order: BackendOrder): AdminPlayerOrder {
  const { publicId, status, createdAt, items, itemsValueTotalMinor, currency, carrier, trackingNumber, deliveredAt } =
    order
  return {
    ...{ publicId, status, createdAt, itemsValueTotalMinor, currency, carrier, trackingNumber, deliveredAt },
    items: items.map(({ inventoryItemId, name, waitingForStock }) => ({ inventoryItemId, name, waitingForStock })),
  }
}

/** One order; ORDER_NOT_FOUND when it is another player's. */
export async function readOrder(ctx: Context, owner: OrderOwner, publicId: string): Promise<BackendOrder> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const order = await findOrder(tx, owner, publicId)
    if (!order) throw new Refusal('ORDER_NOT_FOUND')
    return showOrder(ctx, tx, order)
  })
}

/** Orders of one operator as clients see them; two statements for any number of them. `baseUrl`: put before the paths of pictures. */
export async function showOrders(
  tx: Tx,
  operatorId: number,
  orders: readonly OrderRecord[],
  { baseUrl }: { baseUrl: string },
): Promise<BackendOrder[]> {
  const ids = orders.map((order) => order.order_id)
  const lines = Map.groupBy(await listLines(tx, operatorId, ids), (line) => line.order_id)
  const moves = Map.groupBy(await listMoves(tx, operatorId, ids), (move) => move.order_id)
  return orders.map((order) => {
    const { order_id: id } = order
    return orderView(order, { lines: lines.get(id) ?? [], moves: moves.get(id) ?? [], baseUrl })
  })
}

export async function showOrder(ctx: Context, tx: Tx, order: OrderRecord): Promise<BackendOrder> {
  const [shown] = await showOrders(tx, order.operator_id, [order], ctx.config)
  return shown as BackendOrder
}

/** What is read beside an order to show it. */
type OrderParts = { lines: readonly LineRecord[]; moves: readonly MoveRecord[]; baseUrl: string }

/** An order as its operator reads it (interface §2.6). The player's surface leaves out what it really cost. */
function orderView(order: OrderRecord, { lines, moves, baseUrl }: OrderParts): BackendOrder {
  return {
    publicId: order.public_id,
    playerExternalId: order.player_external_id,
    status: order.status,
    currency: order.currency,
    shippingCostMinor: order.shipping_cost_minor,
    realizedTotalCostMinor: order.realized_total_cost_minor,
    itemsValueTotalMinor: sumMinor(lines.map((line) => line.value_minor)),
    address: order.address,
    contact: { email: order.contact_email },
    userNotes: order.user_notes,
    createdAt: order.created_at.toISOString(),
    carrier: order.carrier,
    trackingNumber: order.tracking_number,
    trackingUrl: order.tracking_url,
    deliveredAt: order.delivered_at?.toISOString() ?? null,
    replacementsSentAt: order.replacements_sent_at?.toISOString() ?? null,
    items: lines.map((line) => ({
      inventoryItemId: line.inventory_item_id,
      itemId: line.item_id,
      name: line.name,
      imageUrl: absoluteUrl(baseUrl, line.image_url),
      valueMinor: line.value_minor,
      currency: line.currency,
      waitingForStock: line.waiting_for_stock,
    })),
    fee: feeView(order),
    timeline: moves.map((move) => ({ status: move.status, at: move.moved_at.toISOString() })),
    ...(order.erased_at && { erasedAt: order.erased_at.toISOString() }),
  }
}

/** A cancel owes the whole fee from that moment on; nothing else gives it back. */
function feeView({ status, fee_minor: amountMinor, fee_currency: currency }: OrderRecord): BackendOrder['fee'] {
  if (amountMinor === null || currency === null) return null
  return { amountMinor, currency, refundedMinor: status === 'cancelled' ? amountMinor : 0 }
}
