import type { EventPayload, EventType } from '@coffer/contract/events'
import type { Tx } from '../platform/index.ts'
import type { DataKey } from '../privacy/index.ts'
import { payloadPurpose } from './message.ts'
import { insertEvent } from './store.ts'

/** An event of the contract, with the payload of its type. */
export type DomainEvent<Type extends EventType = EventType> = EventContent<Type> & {
  /** Null for events of the operator as a whole. */
  playerExternalId: string | null
  /** Names the event for ever: receivers dedupe on it, and a second event under one key is a bug. */
  idempotencyKey: string
  occurredAt: Date
}

/** What an event says: its type and that type's payload, which belong together. */
export type EventContent<Type extends EventType = EventType> = {
  [Each in Type]: { type: Each; payload: EventPayload<Each> }
}[Type]

/**
 * Puts an event into the outbox, in the transaction that made it true, with a delivery for each endpoint that is subscribed to it at
 * this moment. With a data key its payload is sealed: for events that hold personal data.
 */
export function enqueueEvent(tx: Tx, operatorId: number, event: DomainEvent, dataKey: DataKey | null = null): void {
  const { type, playerExternalId, idempotencyKey, occurredAt } = event
  const payload = JSON.stringify(event.payload)
  insertEvent(tx, {
    operator_id: operatorId,
    type,
    player_external_id: playerExternalId,
    idempotency_key: idempotencyKey,
    payload: dataKey ? null : payload,
    payload_sealed: dataKey?.sealText(payload, payloadPurpose(idempotencyKey)) ?? null,
    occurred_at: occurredAt,
  })
}
