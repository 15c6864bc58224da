import { DATA_VERSION } from '@coffer/contract/events'
import {
  type BackendOrder,
  SHIPPING_CHANGES,
  type ShippingChange,
  type ShippingStatus,
} from '@coffer/contract/shipping'
import { assert, assertMove, later } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type DomainEvent, enqueueEvent } from '../webhooks/index.ts'
import { ORDER_MOVES } from './order.ts'
import { insertMove, type OrderChange, updateOrder } from './order-store.ts'
import { showOrder } from './read-orders.ts'
import type { OrderRecord } from './tables.ts'

/**
 * Writes a change of a locked order, its move when it has a new status, and the notice with all of it. What happens to its
 * lines is done before. Gives the order as it is shown then. `noticed_at` is for whoever has used it already: the next one there is.
 */
export async function changeOrderRecord(
  ctx: Context,
  tx: Tx,
  before: OrderRecord,
  change: Omit<OrderChange, 'notice_count'>,
  happened: Happened,
): Promise<BackendOrder> {
  const noticed_at = change.noticed_at ?? nextNoticeAt(before, ctx.clock.now())
  const written = { ...change, notice_count: before.notice_count + 1, noticed_at }
  assert(await updateOrder(tx, before, written), 'a locked order changes')
  const order = { ...before, ...written }
  if (change.status !== undefined) await recordMove(tx, order, before.status, change.status)
  return emitNotice(ctx, tx, order, happened)
}

async function recordMove(tx: Tx, order: OrderRecord, from: ShippingStatus, to: ShippingStatus): Promise<void> {
  assertMove(ORDER_MOVES, from, to)
  const { operator_id, order_id, noticed_at: moved_at } = order
  await insertMove(tx, { operator_id, order_id, status: to, moved_at })
}

/** Emits the notice of an order as it stands now, which is how it is shown. */
export async function emitNotice(ctx: Context, tx: Tx, order: OrderRecord, happened: Happened): Promise<BackendOrder> {
  const shown = await showOrder(ctx, tx, order)
  enqueueEvent(tx, order.operator_id, fulfillmentNotice(order, shown, happened))
  return shown
}

/** What happened to an order, and what goes back to the wallet when it was cancelled. */
type Happened = { changes: readonly ShippingChange[]; refunded?: { minor: number; currency: string } }

/** When the next notice of an order is: now, and at least a millisecond after the one before. */
export function nextNoticeAt({ notice_count: count, noticed_at: last }: OrderRecord, now: Date): Date {
  return count > 0 && now <= last ? later(last, 1) : now
}

/** The key of a notice of an order. Notices are numbered from 1. */
export function noticeKey(publicId: string, number: number): string {
  return `fulfillment_notice:${publicId}:${number}`
}

/** `fulfillment_notice` (interface §6), of an order as it is after the change. */
function fulfillmentNotice(
  order: OrderRecord,
  shown: BackendOrder,
  happened: Happened,
): DomainEvent<'fulfillment_notice'> {
  const { noticed_at: occurredAt, player_external_id: playerExternalId } = order
  return {
    type: 'fulfillment_notice',
    playerExternalId,
    idempotencyKey: noticeKey(order.public_id, order.notice_count),
    occurredAt,
    payload: {
      dataVersion: DATA_VERSION,
      occurredAt: occurredAt.toISOString(),
      playerExternalId,
      changes: SHIPPING_CHANGES.filter((change) => happened.changes.includes(change)),
      order: shown,
      shippingRefundedMinor: happened.refunded?.minor ?? null,
      shippingRefundedCurrency: happened.refunded?.currency ?? null,
    },
  }
}
