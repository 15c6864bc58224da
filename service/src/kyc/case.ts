import type { AuditAction } from '@coffer/contract/audit'
import { appendAudit } from '../audit/index.ts'
import { later, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Client, staffActor } from '../staff/index.ts'
import { findOperatorOf, lockRequest, type RequestKey, type RequestRecord, updateRequest } from './request-store.ts'

/** A member of the platform's staff who may review, and the browser of their request. */
export type Reviewer = { staffId: number; email: string; client?: Client }

/** Whose request this is. Throws KYC_REQUEST_NOT_FOUND. */
export async function keyOfCase(ctx: Context, requestId: number): Promise<RequestKey> {
  const operatorId = await ctx.systemTx((tx) => findOperatorOf(tx, requestId))
  if (operatorId === null) throw new Refusal('KYC_REQUEST_NOT_FOUND')
  return { operatorId, requestId }
}

/** A submitted request, locked. Throws KYC_REQUEST_NOT_FOUND, KYC_NOT_SUBMITTED. */
export async function lockSubmitted(tx: Tx, key: RequestKey): Promise<RequestRecord> {
  const request = await lockRequest(tx, key)
  if (!request) throw new Refusal('KYC_REQUEST_NOT_FOUND')
  if (request.status !== 'SUBMITTED') throw new Refusal('KYC_NOT_SUBMITTED')
  return request
}

/** Who holds a request now; null when nobody does. */
export function holderOf(request: Pick<RequestRecord, 'claimed_by' | 'claim_ends_at'>, now: Date): number | null {
  return request.claim_ends_at !== null && request.claim_ends_at > now ? request.claimed_by : null
}

/** Throws KYC_NOT_CLAIMED unless the reviewer holds the request. */
export function assertHeldBy(request: RequestRecord, reviewer: Reviewer, now: Date): void {
  if (holderOf(request, now) !== reviewer.staffId) throw new Refusal('KYC_NOT_CLAIMED')
}

/** Keeps a request for a reviewer, from now. */
export async function hold(ctx: Context, tx: Tx, request: RequestRecord, reviewer: Reviewer): Promise<void> {
  const endsAt = later(ctx.clock.now(), ctx.limits.kycClaimMs)
  await updateRequest(tx, request, { claimed_by: reviewer.staffId, claim_ends_at: endsAt })
}

/** What a reviewer did with a request, or saw of it, for the audit log: never what stands in it. */
export async function record(
  ctx: Context,
  tx: Tx,
  { operatorId, requestId }: RequestKey,
  { reviewer, action, details = {} }: { reviewer: Reviewer; action: AuditAction; details?: object },
): Promise<void> {
  const entry = { actor: staffActor(reviewer), action, details: { requestId, ...details }, at: ctx.clock.now() }
  await appendAudit(ctx, tx, operatorId, entry)
}
