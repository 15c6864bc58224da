import { type Actor, appendAudit } from '../audit/index.ts'
import { days, later, type Owner, Refusal } from '../kernel/index.ts'
import { listAllOperators, type Operator } from '../operators/index.ts'
import { type Context, isDatabaseGone } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { replacePayload } from '../webhooks/index.ts'
import { listToRemove, markRemoving } from './image-store.ts'
import { removeImages } from './images.ts'
import { endLinks } from './link-store.ts'
import {
  type Expiry,
  listExpired,
  listOfPlayer,
  lockRequest,
  type RequestKey,
  type RequestRecord,
  updateRequest,
} from './request-store.ts'
import { deleteMarks, deleteNotes } from './review-store.ts'
import { statusEventKey } from './status.ts'

export type Erasure = {
  actor: Actor
  /** Why, for the audit log: asked for, or kept long enough. */
  because: 'asked' | 'retention'
}

/**
 * Erases what a player's verifications hold of a person, of one request or of all; statuses, days and reason codes stay. Links end at once.
 * Returns the requests in which there was something. Throws KYC_REQUEST_NOT_FOUND for a request that is not the player's.
 */
export async function eraseKycOf(
  ctx: Context,
  owner: Owner,
  { requestId, ...erasure }: Erasure & { requestId: number | null },
): Promise<number[]> {
  const { operatorId } = owner
  const listNamed = async () => {
    const all = await ctx.tx(operatorId, (tx) => listOfPlayer(tx, owner))
    return all.filter(({ request_id }) => requestId === null || request_id === requestId)
  }
  if (requestId !== null && (await listNamed()).length === 0) throw new Refusal('KYC_REQUEST_NOT_FOUND')
  const erased: number[] = []
  // Until none is left: a redo that was just opened has the words of the one before it.
  for (;;) {
    const left = (await listNamed()).filter(({ erased_at }) => erased_at === null)
    if (left.length === 0) return erased
    for (const { request_id } of left) {
      if (await eraseRequest(ctx, { operatorId, requestId: request_id }, erasure)) erased.push(request_id)
    }
  }
}

/** Erases what was kept as long as its operator's settings say, of suspended operators too: `kyc.retentionDays` after the decision, drafts after `kyc.draftDays`. */
export async function eraseExpiredKyc(ctx: Context): Promise<number> {
  const operators = await ctx.systemTx(listAllOperators)
  let erasedCount = 0
  for (const operator of operators) erasedCount += await eraseExpiredOf(ctx, operator)
  return erasedCount
}

async function eraseExpiredOf(ctx: Context, { operatorId, settings }: Operator): Promise<number> {
  const { retentionDays, draftDays } = settings.kyc
  const now = ctx.clock.now()
  const expiry = {
    operatorId,
    decidedBefore: retentionDays === null ? null : later(now, -days(retentionDays)),
    draftsBefore: later(now, -days(draftDays)),
    count: ctx.limits.kycBatchCount,
  }
  const requestIds = await ctx.tx(operatorId, (tx) => listExpired(tx, expiry))
  const erasure: Erasure = { actor: 'retention', because: 'retention' }
  for (const requestId of requestIds) {
    try {
      await eraseRequest(ctx, { operatorId, requestId }, erasure, (request) => isExpired(request, expiry))
    } catch (error) {
      // The others are to go all the same.
      if (isDatabaseGone(error)) throw error
      ctx.log.error({ err: error, operatorId, requestId }, 'a verification could not be erased')
    }
  }
  return requestIds.length
}

/** Looked at again under the lock: before its turn came, the player may have come back to a draft, or handed it in. */
function isExpired(request: RequestRecord, { decidedBefore, draftsBefore }: Expiry): boolean {
  const { status, active_at: activeAt, decided_at: decidedAt } = request
  if (status === 'PENDING') return activeAt < draftsBefore
  return decidedBefore !== null && decidedAt !== null && decidedAt < decidedBefore
}

/** The operator still waits for a re-verification, for the reason that they gave: time takes the draft alone. */
function isWanted(request: RequestRecord): boolean {
  return request.status === 'PENDING' && request.is_reverification
}

/**
 * As the system: events are emitted again without the person, which no request may do. False when somebody else was first, or it
 * `isDue` no more.
 */
async function eraseRequest(
  ctx: Context,
  key: RequestKey,
  { actor, because }: Erasure,
  isDue: (request: RequestRecord) => boolean = () => true,
): Promise<boolean> {
  const { operatorId, requestId } = key
  const images = await ctx.systemTx(async (tx) => {
    const request = await lockRequest(tx, key)
    if (!request || request.erased_at !== null || !isDue(request)) return null
    const now = ctx.clock.now()
    await updateRequest(tx, request, {
      ...{ email_sealed: null, answers_sealed: null, hints: [], provider: null, provider_look_at: null },
      ...(because === 'retention' && isWanted(request) ? {} : { reverify_reason_sealed: null, erased_at: now }),
    })
    await endLinks(tx, key, now)
    await deleteNotes(tx, key)
    await deleteMarks(tx, key)
    await markRemoving(tx, key, null)
    const dataKey = await dataKeyOf(ctx, tx, operatorId)
    const idempotencyKey = statusEventKey(requestId, 'CONFIRMED')
    const event = { operatorId, idempotencyKey, dataKey }
    await replacePayload<'kyc_status_changed'>(tx, event, (payload) => ({ ...payload, identity: null }))
    await appendAudit(ctx, tx, operatorId, { actor, action: 'kyc.erased', details: { requestId, because }, at: now })
    return listToRemove(tx, key)
  })
  if (images === null) return false
  await ctx.points.at('kyc-erase:recorded')
  await removeImages(ctx, images)
  return true
}
