import { DATA_VERSION } from '@coffer/contract/events'
import type { KycIdentity } from '@coffer/contract/s2s-kyc'
import { assertMove, later } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { getPlayer } from '../players/index.ts'
import { type DataKey, dataKeyOf } from '../privacy/index.ts'
import { type DomainEvent, enqueueEvent } from '../webhooks/index.ts'
import { type Decision, identityOf, KYC_MOVES, mergedReasons, retryableOf } from './request.ts'
import { type RequestRecord, updateRequest } from './request-store.ts'
import { openAnswers } from './sealed.ts'
import { requestView } from './view.ts'

/** Decides a submitted request, which the caller has locked, for good, and emits the event. */
export async function applyDecision(ctx: Context, tx: Tx, request: RequestRecord, decision: Decision): Promise<void> {
  const now = ctx.clock.now()
  const status = decision.verdict === 'confirmed' ? 'CONFIRMED' : 'REJECTED'
  assertMove(KYC_MOVES, request.status, status)
  const change = {
    ...({ status, decided_at: now, told_at: nextEventAt(request, now) } as const),
    ...{ reasons: mergedReasons(decision.reasons), retryable: retryableOf(decision) },
    ...{ provider: null, provider_look_at: null, claimed_by: null, claim_ends_at: null },
  }
  await updateRequest(tx, request, change)
  const dataKey = await dataKeyOf(ctx, tx, request.operator_id)
  const identity = status === 'CONFIRMED' ? identityOf(openAnswers(dataKey, request)) : null
  await emitStatus(tx, { ...request, ...change }, { dataKey, identity })
}

/** The moment of the next event of a request: `occurredAt` strictly increases. */
export function nextEventAt(request: Pick<RequestRecord, 'told_at'>, now: Date): Date {
  const least = later(request.told_at, 1)
  return now > least ? now : least
}

/** Emits that a request has come to its status, creation included. `told_at` is that of the event already. */
export async function emitStatus(
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
  enqueueEvent(tx, operatorId, event, dataKey)
}

/** The key of the event of one status (interface §6). */
export function statusEventKey(requestId: number, status: RequestRecord['status']): string {
  return `kyc:${requestId}:${status}`
}
