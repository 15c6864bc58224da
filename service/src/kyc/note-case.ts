import type { KycCase } from '@coffer/contract/admin'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { keyOfCase, type Reviewer, record } from './case.ts'
import { showCase } from './read-case.ts'
import { lockRequest } from './request-store.ts'
import { insertNote } from './review-store.ts'
import { sealPart } from './sealed.ts'

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
