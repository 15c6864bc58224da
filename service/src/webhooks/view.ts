import type { Delivery } from '@coffer/contract/webhooks'
import type { DeliveryRow } from './delivery-store.ts'
import { deliveryName } from './message.ts'

export function deliveryView(row: DeliveryRow): Delivery {
  return {
    id: deliveryName(row.delivery_id),
    endpointId: row.endpoint_id,
    url: row.url,
    type: row.type,
    playerExternalId: row.player_external_id,
    idempotencyKey: row.idempotency_key,
    status: row.status,
    attemptCount: row.attempt_count,
    occurredAt: row.occurred_at.toISOString(),
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
  }
}
