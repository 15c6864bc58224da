import type { EventPayload, EventType } from '@coffer/contract/events'
import type { Tx } from '../platform/index.ts'
import type { DataKey } from '../privacy/index.ts'
import { payloadPurpose } from './message.ts'
import { findSealedPayload, replaceSealedPayload } from './store.ts'

/**
 * Tells an event with a sealed payload differently from now on: deliveries that are still to come, and replays, send the new payload.
 * For erasure; run as the system. Nothing happens when there is no such event.
 */
export async function replacePayload<Type extends EventType>(
  tx: Tx,
  { operatorId, idempotencyKey, dataKey }: { operatorId: number; idempotencyKey: string; dataKey: DataKey },
  change: (payload: EventPayload<Type>) => EventPayload<Type>,
): Promise<void> {
  const sealed = await findSealedPayload(tx, operatorId, idempotencyKey)
  if (sealed === null) return
  const purpose = payloadPurpose(idempotencyKey)
  const payload = change(JSON.parse(dataKey.openText(sealed, purpose)) as EventPayload<Type>)
  await replaceSealedPayload(tx, operatorId, idempotencyKey, dataKey.sealText(JSON.stringify(payload), purpose))
}
