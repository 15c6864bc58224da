import type { Tx } from '../platform/index.ts'
import type { DataKey } from '../privacy/index.ts'
import { payloadPurpose } from './message.ts'
import { insertEvent } from './store.ts'

export type DomainEvent = {
  type: string
  /** Null for events of the operator as a whole. */
  playerExternalId: string | null
  /** Names the event for ever: receivers dedupe on it, and a second event under one key is a bug. */
  idempotencyKey: string
  payload: object
  occurredAt: Date
}

/**
 * Puts an event into the outbox, in the transaction that made it true, with a delivery for each endpoint that is subscribed to it at
 * this moment. With a data key its payload is sealed: for events that hold personal data.
 */
export async function enqueueEvent(
  tx: Tx,
  operatorId: number,
  event: DomainEvent,
  dataKey: DataKey | null = null,
): Promise<void> {
  const { type, playerExternalId, idempotencyKey, occurredAt } = event
  const payload = JSON.stringify(event.payload)
  await insertEvent(tx, {
    operator_id: operatorId,
    type,
    player_external_id: playerExternalId,
    idempotency_key: idempotencyKey,
    payload: dataKey ? null : payload,
    payload_sealed: dataKey?.sealText(payload, payloadPurpose(idempotencyKey)) ?? null,
    occurred_at: occurredAt,
  })
}
