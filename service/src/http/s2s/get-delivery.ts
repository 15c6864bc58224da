import { readDelivery } from '../../webhooks/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

/** A key that may only read sees no personal data: an event of a verification is shown to keys with the scope `kyc`. */
export const getDelivery: S2sHandler<'getDelivery'> = async (ctx, { operator, keyId, scopes }, { params }) => {
  const reader = { operatorId: operator.operatorId, actor: keyId, mayReadPersonalData: scopes.includes('kyc') }
  return ok({ delivery: await readDelivery(ctx, reader, params.deliveryId) })
}
