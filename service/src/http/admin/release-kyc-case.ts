import { releaseCase } from '../../kyc/index.ts'
import { type AdminHandler, ok } from '../handlers.ts'

export const releaseKycCase: AdminHandler<'releaseKycCase'> = async (ctx, session, { params }) =>
  ok({ request: await releaseCase(ctx, session, params.requestId) })
