import type { AdminOrderRow } from '@coffer/contract/admin'
import { type OrderStatusFilter, type ShippingStatus, TO_SHIP_STATUSES } from '@coffer/contract/order-names'
import type { CursorPair } from '@coffer/contract/shapes'
import type { BackendOrder } from '@coffer/contract/shipping'
import { type PageRequest, pageOf, present } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { findPlayer } from '../players/index.ts'
import { type OrderSearch, searchOrders } from './order-list-store.ts'
import { showOrders } from './read-orders.ts'

export type OrderFilter = Omit<OrderSearch, 'named' | 'outOfOrderMs'> & {
  /** A public ID, a player ID or a tracking number, as a whole. */
  search: string | null
}

/** The statuses that a filter of the admin stands for. */
export function statusesOf(filter: OrderStatusFilter): readonly ShippingStatus[] {
  return filter === 'to_ship' ? TO_SHIP_STATUSES : [filter]
}

/** A page of the orders that match a filter, without personal data. */
export function listAdminOrders(
  ctx: Context,
  { search, statuses: wanted, ...filter }: OrderFilter,
  page: PageRequest,
): Promise<{ orders: AdminOrderRow[]; cursor: CursorPair }> {
  const { operatorId, stock } = filter
  const statuses =
    stock === 'waiting' ? TO_SHIP_STATUSES.filter((status) => wanted?.includes(status) !== false) : wanted
  return ctx.tx(operatorId, async (tx) => {
    const player = search === null ? null : await findPlayer(tx, operatorId, search)
    const named = search === null ? null : { playerId: player?.playerId ?? null, text: search }
    const found = await searchOrders(
      tx,
      { ...filter, statuses, named, outOfOrderMs: ctx.limits.rowsOutOfOrderMs },
      page,
    )
    const { rows, cursor } = pageOf(found, page, (order) => ({ sort: null, id: order.order_id }))
    return { orders: (await showOrders(tx, operatorId, rows, ctx.config)).map(rowOf), cursor }
  })
}

function rowOf(order: BackendOrder): AdminOrderRow {
  const { publicId, createdAt, playerExternalId, status, items, timeline, address, currency, carrier, deliveredAt } =
    order
  return {
    ...{ publicId, createdAt, playerExternalId, status },
    statusSince: present(timeline.at(-1), 'an order has had a status').at,
    items: items.map(({ name }) => name),
    itemCount: items.length,
    waitingCount: items.filter(({ waitingForStock }) => waitingForStock).length,
    country: address.country,
    itemsValueTotalMinor: order.itemsValueTotalMinor,
    shippingCostMinor: order.shippingCostMinor,
    realizedTotalCostMinor: order.realizedTotalCostMinor,
    ...{ currency, carrier, deliveredAt },
  }
}
