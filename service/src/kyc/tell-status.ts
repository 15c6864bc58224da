import { DATA_VERSION } from '@coffer/contract/events'
import type { KycIdentity } from '@coffer/contract/s2s-kyc'
import { later } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { getPlayer } from '../players/index.ts'
import type { DataKey } from '../privacy/index.ts'
import { type DomainEvent, enqueueEvent } from '../webhooks/index.ts'
import type { RequestRecord } from './tables.ts'
import { requestView } from './view.ts'

/** The moment that the next event of a request tells: `occurredAt` strictly increases. */
export function nextToldAt(request: Pick<RequestRecord, 'told_at'>, now: Date): Date {
  const least = later(request.told_at, 1)
  return now > least ? now : least
}

/** Tells the operator that a request has come to its status, creation included. `told_at` is that of the event already. */
export async function tellStatus(
  tx: Tx,
  request: RequestRecord,
  { dataKey, identity }: { dataKey: DataKey; identity: KycIdentity | null },
): Promise<void> {
  const { operator_id: operatorId, player_id: playerId } = request
  const { externalId } = await getPlayer(tx, { operatorId, playerId })
  const event: DomainEvent<'kyc_status_changed'> = {
    type: 'kyc_status_changed',
    playerExternalId: externalId,
    idempotencyKey: statusEventKey(request.request_id, request.status),
    payload: {
      dataVersion: DATA_VERSION,
      occurredAt: request.told_at.toISOString(),
      ...requestView(request, { playerExternalId: externalId, identity }),
    },
    occurredAt: request.told_at,
  }
  await enqueueEvent(tx, operatorId, event, dataKey)
}

/** The key of the event of one status (interface section 6). */
export function statusEventKey(requestId: number, status: RequestRecord['status']): string {
  return `kyc:${requestId}:${status}`
}
