import type { KycCase } from '@coffer/contract/admin'
import { Refusal } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { assertHeldBy, hold, holderOf, keyOfCase, lockSubmitted, type Reviewer, record } from './case.ts'
import { showCase } from './read-case.ts'
import { type Decision, mergedReasons } from './request.ts'
import { lockRequest, type RequestKey, updateRequest } from './request-store.ts'
import { insertNote, insertOpinion, listOpinions, type OpinionRecord } from './review-store.ts'
import { sealPart } from './sealed.ts'
import { applyDecision } from './status.ts'

/** Keeps others off a request for a while; again begins the while anew. Throws KYC_REQUEST_NOT_FOUND, KYC_NOT_SUBMITTED, KYC_CLAIMED. */
export async function claimCase(ctx: Context, reviewer: Reviewer, requestId: number): Promise<KycCase> {
  const key = await keyOfCase(ctx, requestId)
  await ctx.tx(key.operatorId, async (tx) => {
    const request = await lockSubmitted(tx, key)
    const holder = holderOf(request, ctx.clock.now())
    if (holder !== null && holder !== reviewer.staffId) throw new Refusal('KYC_CLAIMED')
    await hold(ctx, tx, request, reviewer)
    await record(ctx, tx, key, { reviewer, action: 'kyc.claimed' })
  })
  return showCase(ctx, reviewer, key)
}

/** Gives a request back to the queue. Throws KYC_REQUEST_NOT_FOUND, KYC_NOT_SUBMITTED, KYC_NOT_CLAIMED. */
export async function releaseCase(ctx: Context, reviewer: Reviewer, requestId: number): Promise<KycCase> {
  const key = await keyOfCase(ctx, requestId)
  await ctx.tx(key.operatorId, async (tx) => {
    const request = await lockSubmitted(tx, key)
    assertHeldBy(request, reviewer, ctx.clock.now())
    await updateRequest(tx, request, { claimed_by: null, claim_ends_at: null })
    await record(ctx, tx, key, { reviewer, action: 'kyc.released' })
  })
  return showCase(ctx, reviewer, key)
}

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

/** Leaves a note for other reviewers, whatever the request has come to. Throws KYC_REQUEST_NOT_FOUND, KYC_ERASED. */
export async function noteCase(ctx: Context, reviewer: Reviewer, requestId: number, text: string): Promise<KycCase> {
  const key = await keyOfCase(ctx, requestId)
  const { operatorId } = key
  await ctx.tx(operatorId, async (tx) => {
    const request = await lockRequest(tx, key)
    if (!request) throw new Refusal('KYC_REQUEST_NOT_FOUND')
    if (request.erased_at !== null) throw new Refusal('KYC_ERASED')
    const at = ctx.clock.now()
    const dataKey = await dataKeyOf(ctx, tx, operatorId)
    await insertNote(tx, {
      ...{ operator_id: operatorId, request_id: requestId, staff_id: reviewer.staffId, created_at: at },
      text_sealed: sealPart(dataKey, 'note', requestId, text),
    })
    await record(ctx, tx, key, { reviewer, action: 'kyc.noted' })
  })
  return showCase(ctx, reviewer, key)
}
