import { type OrderStockFilter, SHIPPING_STATUSES, type ShippingStatus } from '@coffer/contract/order-names'
import { type RawBuilder, sql } from 'kysely'
import type { Cursor } from '../kernel/index.ts'
import { type CreatedWithin, type IdSource, idsOfPeriod, idsOfSources, type Tx } from '../platform/index.ts'
import type { OrderRecord } from './tables.ts'

type Sql = RawBuilder<unknown>

/** A search of the orders of an operator. Every part that is not null must match. */
export type OrderSearch = CreatedWithin & {
  /** Orders of this player, and those with this text as their public ID or tracking number; null: every order. */
  named: { playerId: number | null; text: string } | null
  /** Null: orders of any status. */
  statuses: readonly ShippingStatus[] | null
  /** Null: orders with and without items that wait for stock. */
  stock: OrderStockFilter | null
  isOldestFirst: boolean
}

type Page = { limit: number; cursor: Cursor | null }

/** Reads a page of orders and one more, which shows that another page exists; in reverse for `prev`. */
export async function searchOrders(tx: Tx, search: OrderSearch, page: Page): Promise<OrderRecord[]> {
  const { operatorId, statuses, isOldestFirst } = search
  if (statuses?.length === 0) return []
  const isAscending = isOldestFirst !== (page.cursor?.direction === 'prev')
  const bounds = [
    ...(await idsOfPeriod(tx, { table: 'shipping_orders', id: 'order_id' }, search)),
    ...(page.cursor === null ? [] : [sql`${isAscending ? sql`>` : sql`<`} ${page.cursor.id}`]),
  ]
  const limit = page.limit + 1
  const ids = idsOfSources(sourcesOf(search), { conditions: conditionsOf(search), bounds, isAscending, limit })
  const { rows } = await sql<OrderRecord>`
    select o.*
    from (${ids}) found
    join shipping_orders o on o.operator_id = ${operatorId} and o.order_id = found.id
    order by o.order_id ${isAscending ? sql`asc` : sql`desc`} limit ${limit}`.execute(tx)
  return rows
}

/** The sources of the most selective condition of a search. The other conditions filter them. */
function sourcesOf({ operatorId, named, statuses, stock }: OrderSearch): IdSource[] {
  if (named !== null) {
    const { playerId, text } = named
    return [
      // The index of a player's orders has each status in a part of its own.
      ...(playerId === null
        ? []
        : [ordersByStatus(operatorId, statuses ?? SHIPPING_STATUSES, sql`o.player_id = ${playerId}`)]),
      orders(operatorId, sql`o.public_id = ${text}`),
      orders(operatorId, sql`o.tracking_number = ${text}`),
    ]
  }
  if (stock === 'waiting') return [ordersWaiting(operatorId)]
  return [statuses === null ? orders(operatorId) : ordersByStatus(operatorId, statuses)]
}

function orders(operatorId: number, ...where: readonly Sql[]): IdSource {
  return {
    each: sql`(values (true)) as single`,
    from: sql`shipping_orders o`,
    id: sql`o.order_id`,
    where: [sql`o.operator_id = ${operatorId}`, ...where],
  }
}

/** Reads each status from its own part of an index that has the orders of a status in the order of the list. */
function ordersByStatus(operatorId: number, statuses: readonly ShippingStatus[], ...where: readonly Sql[]): IdSource {
  return {
    ...orders(operatorId, sql`o.status = wanted.status`, ...where),
    each: sql`unnest(${[...statuses]}::text[]) as wanted (status)`,
  }
}

function ordersWaiting(operatorId: number): IdSource {
  return {
    each: sql`(values (true)) as single`,
    // The offset keeps the planner from joining all orders of the operator.
    from: sql`shipping_lines line cross join lateral (
      select * from shipping_orders where operator_id = line.operator_id and order_id = line.order_id offset 0
    ) o`,
    id: sql`line.order_id`,
    where: [sql`line.operator_id = ${operatorId}`, sql`line.waiting_for_stock`],
  }
}

function conditionsOf({ named, statuses, stock, from, before }: OrderSearch): Sql[] {
  return [
    ...(statuses === null ? [] : [sql`o.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`]),
    ...(stock === 'in_stock' ? [sql`not ${HAS_WAITING_ITEMS}`] : []),
    // Without a name, the source has only orders with waiting items.
    ...(stock === 'waiting' && named !== null ? [HAS_WAITING_ITEMS] : []),
    ...(from === null ? [] : [sql`o.created_at >= ${from}`]),
    ...(before === null ? [] : [sql`o.created_at < ${before}`]),
  ]
}

const HAS_WAITING_ITEMS = sql`exists (select from shipping_lines line
  where line.operator_id = o.operator_id and line.order_id = o.order_id and line.waiting_for_stock)`
