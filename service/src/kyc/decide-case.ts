import type { KycCase } from '@coffer/contract/admin'
import { Refusal } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { assertHeldBy, keyOfCase, lockSubmitted, type Reviewer, record } from './case.ts'
import { applyDecision } from './decision.ts'
import { showCase } from './read-case.ts'
import { type Decision, mergedReasons } from './request.ts'
import { type RequestKey, updateRequest } from './request-store.ts'
import { insertOpinion, listOpinions } from './review-store.ts'
import type { OpinionRecord } from './tables.ts'

/**
 * Says a verdict on a request that the reviewer holds. It decides, unless the operator wants four eyes: then the last opinion of
 * somebody else must have said the same, and reasons of both count; else the opinion stands and the request goes back to the queue.
 * Throws KYC_REQUEST_NOT_FOUND, KYC_NOT_SUBMITTED, KYC_NOT_CLAIMED, KYC_ERASED, KYC_SECOND_REVIEWER_NEEDED.
 */
export async function decideCase(
  ctx: Context,
  reviewer: Reviewer,
  requestId: number,
  decision: Decision,
): Promise<KycCase> {
  const key = await keyOfCase(ctx, requestId)
  const { operatorId } = key
  await ctx.tx(operatorId, async (tx) => {
    const request = await lockSubmitted(tx, key)
    const now = ctx.clock.now()
    assertHeldBy(request, reviewer, now)
    if (decision.verdict === 'confirmed' && request.erased_at !== null) throw new Refusal('KYC_ERASED')
    const { fourEyes } = (await getOperator(tx, operatorId)).settings.kyc
    const agreed = fourEyes ? agreement(await lastOpinion(tx, key), reviewer, decision) : decision
    await insertOpinion(tx, {
      ...{ operator_id: operatorId, request_id: requestId, staff_id: reviewer.staffId, provider: null },
      ...{ verdict: decision.verdict, reasons: mergedReasons(decision.reasons), created_at: now },
    })
    if (agreed) await applyDecision(ctx, tx, request, agreed)
    else await updateRequest(tx, request, { claimed_by: null, claim_ends_at: null })
    const action = agreed ? 'kyc.decided' : 'kyc.opinion_given'
    await record(ctx, tx, key, { reviewer, action, details: agreed ?? decision })
  })
  return showCase(ctx, reviewer, key)
}

async function lastOpinion(tx: Tx, key: RequestKey): Promise<OpinionRecord | null> {
  return (await listOpinions(tx, key)).at(-1) ?? null
}

/** What two people have agreed on; null while they have not. Throws KYC_SECOND_REVIEWER_NEEDED for the one who spoke last. */
function agreement(last: OpinionRecord | null, reviewer: Reviewer, decision: Decision): Decision | null {
  if (last?.staff_id === reviewer.staffId) throw new Refusal('KYC_SECOND_REVIEWER_NEEDED')
  if (last?.staff_id == null || last.verdict !== decision.verdict) return null
  return { verdict: decision.verdict, reasons: mergedReasons(last.reasons, decision.reasons) }
}
