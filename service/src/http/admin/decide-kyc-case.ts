import { decideCase } from '../../kyc/index.ts'
import { type AdminHandler, ok } from '../handlers.ts'

export const decideKycCase: AdminHandler<'decideKycCase'> = async (ctx, session, { params, body }) =>
  ok({ request: await decideCase(ctx, session, params.requestId, body) })
