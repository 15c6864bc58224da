import type { EndpointRow } from '@coffer/contract/admin'
import type { Delivery, DeliveryDetail } from '@coffer/contract/webhooks'
import type { AttemptRow, DeliveryRow } from './delivery-store.ts'
import type { Endpoint } from './endpoint.ts'
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

export function attemptView(row: AttemptRow): DeliveryDetail['attempts'][number] {
  return {
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    statusCode: row.status_code,
    reason: row.reason,
    url: row.url,
  }
}

/** An endpoint as the admin shows it at `now`. */
export function endpointView(endpoint: Endpoint, now: Date): EndpointRow {
  const { endpointId, url, types, enabled, version, createdAt, failingSince, goneAt, oldSecretEndsAt } = endpoint
  const isOverlapping = oldSecretEndsAt !== null && oldSecretEndsAt > now
  return {
    ...{ endpointId, url, types, enabled, version },
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    goneAt: goneAt?.toISOString() ?? null,
    oldSecretEndsAt: isOverlapping ? oldSecretEndsAt.toISOString() : null,
  }
}
