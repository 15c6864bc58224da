import { present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { payloadPurpose, type SealableEvent } from './message.ts'

/** Events with their payloads open. The operator's key is asked for only when one of them is sealed. */
export async function openPayloads<Event extends SealableEvent>(
  ctx: Context,
  tx: Tx,
  operatorId: number,
  events: readonly Event[],
): Promise<(Omit<Event, 'payload' | 'payloadSealed'> & { payload: string })[]> {
  const isSealed = events.some(({ payloadSealed }) => payloadSealed !== null)
  const key = isSealed ? await dataKeyOf(ctx, tx, operatorId) : null
  return events.map(({ payload, payloadSealed, ...event }) => {
    if (payloadSealed === null) return { ...event, payload: present(payload, 'an event has a payload') }
    const dataKey = present(key, 'a key was asked for')
    return { ...event, payload: dataKey.openText(payloadSealed, payloadPurpose(event.idempotencyKey)) }
  })
}
