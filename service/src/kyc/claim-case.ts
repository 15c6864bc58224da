import type { KycCase } from '@coffer/contract/admin'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { assertHeldBy, hold, holderOf, keyOfCase, lockSubmitted, type Reviewer, record } from './case.ts'
import { showCase } from './read-case.ts'
import { updateRequest } from './request-store.ts'

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
