import { DATA_VERSION } from '@coffer/contract/events'
import { type BackendOrder, SHIPPING_CHANGES, type ShippingChange } from '@coffer/contract/shipping'
import { later } from '../kernel/index.ts'
import type { DomainEvent } from '../webhooks/index.ts'
import type { OrderRecord } from './tables.ts'

/** What happened to an order, and what goes back to the wallet when it was cancelled. */
export type Happened = { changes: readonly ShippingChange[]; refunded?: { minor: number; currency: string } }

/** When the next notice of an order is: now, and at least a millisecond after the one before. */
export function nextNoticeAt({ notice_count: count, noticed_at: last }: OrderRecord, now: Date): Date {
  return count > 0 && now <= last ? later(last, 1) : now
}

/** `fulfillment_notice` (interface §6), of an order as it is after the change. */
export function fulfillmentNotice(
  order: OrderRecord,
  shown: BackendOrder,
  happened: Happened,
): DomainEvent<'fulfillment_notice'> {
  const { noticed_at: occurredAt, player_external_id: playerExternalId } = order
  return {
    type: 'fulfillment_notice',
    playerExternalId,
    idempotencyKey: `fulfillment_notice:${order.public_id}:${order.notice_count}`,
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
