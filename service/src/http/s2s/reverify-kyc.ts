import { reverifyKyc } from '../../kyc/index.ts'
import { created, ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const reverifyKycHandler: S2sHandler<'reverifyKyc'> = async (ctx, { operator, keyId }, { body }) => {
  const owner = await findOwner(ctx, operator, body.playerExternalId)
  const { status, requestId } = await reverifyKyc(ctx, operator, owner, { reason: body.reason, actor: keyId })
  return status === 'opened' ? created({ status, requestId }) : ok({ status, requestId })
}
