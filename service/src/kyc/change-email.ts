import { type Owner, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { lockOpenRequest, updateRequest } from './request-store.ts'
import { sealPart } from './sealed.ts'

/** Changes the contact of a player's open request. Throws KYC_DISABLED, KYC_NO_OPEN_REQUEST; `owner` is null for a player unheard of. */
export async function changeKycEmail(
  ctx: Context,
  operator: Operator,
  owner: Owner | null,
  email: string,
): Promise<void> {
  if (!operator.settings.kyc.enabled) throw new Refusal('KYC_DISABLED')
  if (owner === null) throw new Refusal('KYC_NO_OPEN_REQUEST')
  await ctx.tx(owner.operatorId, async (tx) => {
    const request = await lockOpenRequest(tx, owner)
    // After erasure nobody is to be written to, until a mint begins anew.
    if (!request || request.erased_at !== null) throw new Refusal('KYC_NO_OPEN_REQUEST')
    const dataKey = await dataKeyOf(ctx, tx, owner.operatorId)
    await updateRequest(tx, request, { email_sealed: sealPart(dataKey, 'email', request.request_id, email) })
  })
}
