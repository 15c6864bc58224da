import type { DatabaseSync } from 'node:sqlite'
import type { CofferEvent, ShippingOrder } from '@coffer/operator-sdk'

/** Copies are kept for ever, and what changed them too: that is what a casino answers its players from. */
export const ORDERS_SCHEMA = `
  create table if not exists orders (
    operator text not null,
    public_id text not null,
    player text not null,
    occurred_at text not null,
    copy text not null,
    primary key (operator, public_id)
  ) strict, without rowid;

  create index if not exists orders_by_player on orders (operator, player, public_id);

  create table if not exists order_notices (
    operator text not null,
    public_id text not null,
    occurred_at text not null,
    changes text not null,
    refunded_minor integer,
    refunded_currency text,
    is_late integer not null,
    primary key (operator, public_id, occurred_at)
  ) strict, without rowid;
`

export type Notice = Extract<CofferEvent, { type: 'fulfillment_notice' }>['payload']

/** One notice of an order. A late one came after a newer one, so that it changed nothing here. */
export type SeenNotice = {
  occurredAt: string
  changes: string[]
  refundedMinor: number | null
  refundedCurrency: string | null
  isLate: boolean
}

/** An order as the newest notice of it said, and every notice, oldest first. */
export type OrderCopy = { occurredAt: string; order: ShippingOrder; notices: SeenNotice[] }

export function orderStatements(database: DatabaseSync) {
  const upsert = database.prepare(
    `insert into orders (operator, public_id, player, occurred_at, copy) values (?, ?, ?, ?, ?)
     on conflict do update set occurred_at = excluded.occurred_at, copy = excluded.copy
     where excluded.occurred_at > orders.occurred_at`,
  )
  const insertNotice = database.prepare(
    `insert into order_notices (operator, public_id, occurred_at, changes, refunded_minor, refunded_currency, is_late)
     values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const list = database.prepare(
    `select public_id as publicId, occurred_at as occurredAt, copy from orders where operator = ? and player = ?
     order by copy ->> 'createdAt' desc, public_id`,
  )
  const listNotices = database.prepare(
    `select occurred_at as occurredAt, changes, refunded_minor as refundedMinor, refunded_currency as refundedCurrency,
       is_late as isLate from order_notices where operator = ? and public_id = ? order by occurred_at`,
  )
  const noticesOf = (operator: string, publicId: string) =>
    listNotices.all(operator, publicId).map((row) => ({
      ...row,
      changes: JSON.parse(row.changes as string),
      isLate: row.isLate === 1,
    })) as SeenNotice[]
  return {
    /** Replaces the copy by an order that is newer, and notes the notice either way. */
    takeNotice(operator: string, notice: Notice): void {
      const { order, occurredAt, playerExternalId, changes } = notice
      const { changes: replaced } = upsert.run(
        ...[operator, order.publicId, playerExternalId, occurredAt, JSON.stringify(order)],
      )
      const refund = [notice.shippingRefundedMinor, notice.shippingRefundedCurrency] as const
      const isLate = replaced === 1 ? 0 : 1
      insertNotice.run(operator, order.publicId, occurredAt, JSON.stringify(changes), ...refund, isLate)
    },
    /** The orders of a player, the newest first. */
    listOrders(operator: string, player: string): OrderCopy[] {
      const rows = list.all(operator, player) as { publicId: string; occurredAt: string; copy: string }[]
      return rows.map(({ publicId, occurredAt, copy }) => {
        return { occurredAt, order: JSON.parse(copy) as ShippingOrder, notices: noticesOf(operator, publicId) }
      })
    },
  }
}
