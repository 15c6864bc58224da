import type { EventPayload, EventType } from '@coffer/contract/events'
import { present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type DataKey, dataKeyOf } from '../privacy/index.ts'
import { payloadPurpose, type SealableEvent, type StoredEvent } from './message.ts'
import { findSealedPayload, replaceSealedPayload } from './store.ts'

/** What opens the sealed ones of an operator's events; null when none of them is sealed. */
export async function payloadKeyOf(
  ctx: Context,
  tx: Tx,
  operatorId: number,
  events: readonly SealableEvent[],
): Promise<DataKey | null> {
  return events.some(({ payloadSealed }) => payloadSealed !== null) ? dataKeyOf(ctx, tx, operatorId) : null
}

/** An event with its payload open. Throws when a sealed one was changed, or belongs to another event. */
export function openPayload<Event extends SealableEvent>(
  key: DataKey | null,
  { payload, payloadSealed, ...event }: Event,
): Omit<Event, 'payload' | 'payloadSealed'> & Pick<StoredEvent, 'payload'> {
  if (payloadSealed === null) return { ...event, payload: present(payload, 'an event has a payload') }
  const purpose = payloadPurpose(event.idempotencyKey)
  return { ...event, payload: present(key, 'a key was asked for').openText(payloadSealed, purpose) }
}

/** Events with their payloads open. The operator's key is asked for only when one of them is sealed. */
export async function openPayloads<Event extends SealableEvent>(
  ctx: Context,
  tx: Tx,
  operatorId: number,
  events: readonly Event[],
): Promise<(Omit<Event, 'payload' | 'payloadSealed'> & Pick<StoredEvent, 'payload'>)[]> {
  const key = await payloadKeyOf(ctx, tx, operatorId, events)
  return events.map((event) => openPayload(key, event))
}

/** The sealed payload of an event, opened; null when there is no such event. */
export async function readSealedPayload<Type extends EventType>(
  tx: Tx,
  { operatorId, idempotencyKey, dataKey }: { operatorId: number; idempotencyKey: string; dataKey: DataKey },
): Promise<EventPayload<Type> | null> {
  const sealed = await findSealedPayload(tx, operatorId, idempotencyKey)
  if (sealed === null) return null
  return JSON.parse(dataKey.openText(sealed, payloadPurpose(idempotencyKey))) as EventPayload<Type>
}

/**
 * Tells an event with a sealed payload differently from now on: deliveries that are still to come, and replays, send the new payload.
 * For erasure; run as the system. Nothing happens when there is no such event.
 */
export async function replacePayload<Type extends EventType>(
  tx: Tx,
  event: { operatorId: number; idempotencyKey: string; dataKey: DataKey },
  change: (payload: EventPayload<Type>) => EventPayload<Type>,
): Promise<void> {
  const payload = await readSealedPayload<Type>(tx, event)
  if (payload === null) return
  const { operatorId, idempotencyKey, dataKey } = event
  const sealed = dataKey.sealText(JSON.stringify(change(payload)), payloadPurpose(idempotencyKey))
  await replaceSealedPayload(tx, operatorId, idempotencyKey, sealed)
}
