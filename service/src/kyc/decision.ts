import { assertMove } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { type Decision, identityOf, KYC_MOVES, mergedReasons, retryableOf } from './request.ts'
import { updateRequest } from './request-store.ts'
import { openAnswers } from './sealed.ts'
import type { RequestRecord } from './tables.ts'
import { nextToldAt, tellStatus } from './tell-status.ts'

/** Decides a submitted request, which the caller has locked, for good, and tells of it. */
export async function applyDecision(ctx: Context, tx: Tx, request: RequestRecord, decision: Decision): Promise<void> {
  const now = ctx.clock.now()
  const status = decision.verdict === 'confirmed' ? 'CONFIRMED' : 'REJECTED'
  assertMove(KYC_MOVES, request.status, status)
  const change = {
    ...({ status, decided_at: now, told_at: nextToldAt(request, now) } as const),
    ...{ reasons: mergedReasons(decision.reasons), retryable: retryableOf(decision) },
    ...{ provider: null, provider_look_at: null, claimed_by: null, claim_ends_at: null },
  }
  await updateRequest(tx, request, change)
  const dataKey = await dataKeyOf(ctx, tx, request.operator_id)
  const identity = status === 'CONFIRMED' ? identityOf(openAnswers(dataKey, request)) : null
  await tellStatus(tx, { ...request, ...change }, { dataKey, identity })
}
