import type { KycHint } from '@coffer/contract/admin'
import type { ImageKind } from '@coffer/contract/kyc-answers'
import { appendAudit } from '../audit/index.ts'
import { Refusal } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import { type Context, isDatabaseGone, type Tx } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { readStoredImage } from './images.ts'
import { type KycFinding, type KycProviderName, type KycSubmission, PROVIDERS } from './provider.ts'
import { claimChecks, lockRequest, type RequestKey, type RequestRecord, updateRequest } from './request-store.ts'
import { insertOpinion } from './review-store.ts'
import { openAnswers } from './sealed.ts'
import { applyDecision } from './status.ts'

/** Asks outside checks about what was submitted since. One that fails is asked again later, less and less often; a reviewer may decide meanwhile. */
export async function checkByProviders(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const { limits } = ctx
  const pace = { leastMs: limits.kycProviderRetryMs, mostMs: limits.kycProviderPauseMs, count: limits.kycBatchCount }
  const due = await ctx.systemTx((tx) => claimChecks(tx, { now, ...pace }))
  for (const request of due) await tryCheck(ctx, request)
  return due.length
}

/** One that cannot even be read is no other's trouble. Not what was thrown is logged: that may name the person. */
async function tryCheck(ctx: Context, request: RequestRecord): Promise<void> {
  try {
    await checkOne(ctx, request)
  } catch (error) {
    if (isDatabaseGone(error)) throw error
    const about = { operatorId: request.operator_id, requestId: request.request_id, provider: request.provider }
    ctx.log.error(about, 'what an outside check is to look at could not be read')
  }
}

async function checkOne(ctx: Context, request: RequestRecord): Promise<void> {
  const { operator_id: operatorId, request_id: requestId } = request
  const key = { operatorId, requestId }
  const name = request.provider as KycProviderName
  const submission = await readSubmission(ctx, key, name)
  const finding = submission && (await ask(ctx, name, submission))
  if (finding) await ctx.tx(operatorId, (tx) => applyFinding(ctx, tx, key, { ...finding, name }))
}

/** Null while it cannot say. Not what it threw is logged: that may name the person. */
async function ask(ctx: Context, name: KycProviderName, submission: KycSubmission): Promise<KycFinding | null> {
  try {
    return await PROVIDERS[name].check(ctx, submission)
  } catch {
    ctx.log.warn({ requestId: submission.requestId, provider: name }, 'an outside check did not answer')
    return null
  }
}

/** Null when it is decided already, or erased. What is handed to an outside check is recorded, each time. */
async function readSubmission(ctx: Context, key: RequestKey, name: string): Promise<KycSubmission | null> {
  const answers = await ctx.tx(key.operatorId, async (tx) => {
    const request = await lockRequest(tx, key)
    if (request?.status !== 'SUBMITTED' || request.provider === null) return null
    const details = { requestId: key.requestId }
    const entry = { actor: `provider:${name}`, action: 'kyc.provider_asked' as const, details, at: ctx.clock.now() }
    await appendAudit(ctx, tx, key.operatorId, entry)
    return openAnswers(await dataKeyOf(ctx, tx, key.operatorId), request)
  })
  const image = (kind: ImageKind) =>
    readStoredImage(ctx, key, kind).catch((error) => {
      if (error instanceof Refusal && error.code === 'NOT_FOUND') return null
      throw error
    })
  return answers && { requestId: key.requestId, answers, image }
}

/** With four eyes it takes two people, so a check only hints. What a reviewer decided meanwhile stands. */
async function applyFinding(
  ctx: Context,
  tx: Tx,
  key: RequestKey,
  { name, outcome, decision }: KycFinding & { name: string },
): Promise<void> {
  const request = await lockRequest(tx, key)
  if (request?.status !== 'SUBMITTED' || request.provider === null) return
  const now = ctx.clock.now()
  const reasons = decision?.reasons ?? []
  const hint: KycHint = { code: 'PROVIDER', details: { provider: name, outcome, reasons } }
  const seen = { ...request, hints: [...request.hints, hint], provider: null, provider_look_at: null }
  await updateRequest(tx, request, { hints: seen.hints, provider: null, provider_look_at: null })
  const { fourEyes } = (await getOperator(tx, key.operatorId)).settings.kyc
  if (decision === null || fourEyes) return
  await insertOpinion(tx, {
    ...{ operator_id: key.operatorId, request_id: key.requestId, staff_id: null, provider: name },
    ...{ verdict: decision.verdict, reasons: decision.reasons, created_at: now },
  })
  await applyDecision(ctx, tx, seen, decision)
  const details = { requestId: key.requestId, verdict: decision.verdict, reasons: decision.reasons }
  await appendAudit(ctx, tx, key.operatorId, { actor: `provider:${name}`, action: 'kyc.decided', details, at: now })
}
