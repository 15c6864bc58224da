import { claimCase } from '../../kyc/index.ts'
import { type AdminHandler, ok } from '../handlers.ts'

export const claimKycCase: AdminHandler<'claimKycCase'> = async (ctx, session, { params }) =>
  ok({ request: await claimCase(ctx, session, params.requestId) })
