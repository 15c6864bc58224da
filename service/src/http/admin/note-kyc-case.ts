import { noteCase } from '../../kyc/index.ts'
import { type AdminHandler, created } from '../handlers.ts'

export const noteKycCase: AdminHandler<'noteKycCase'> = async (ctx, session, { params, body }) =>
  created({ request: await noteCase(ctx, session, params.requestId, body.text) })
