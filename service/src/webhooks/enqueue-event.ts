import type { Tx } from '../platform/index.ts'
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
 * this moment.
 */
export async function enqueueEvent(tx: Tx, operatorId: number, event: DomainEvent): Promise<void> {
  await insertEvent(tx, {
    operator_id: operatorId,
    type: event.type,
    player_external_id: event.playerExternalId,
    idempotency_key: event.idempotencyKey,
    payload: JSON.stringify(event.payload),
    occurred_at: event.occurredAt,
  })
}
