import { readCase } from '../../kyc/index.ts'
import { type AdminHandler, ok } from '../handlers.ts'

export const getKycCase: AdminHandler<'getKycCase'> = async (ctx, session, { params }) =>
  ok({ request: await readCase(ctx, session, params.requestId) })
