import { changeKycEmail } from '../../kyc/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const changeKycEmailHandler: S2sHandler<'changeKycEmail'> = async (ctx, { operator }, { body }) => {
  await changeKycEmail(ctx, operator, await findOwner(ctx, operator, body.playerExternalId), body.email)
  return ok({ ok: true })
}
