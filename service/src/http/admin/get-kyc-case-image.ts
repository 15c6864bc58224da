import { readCaseImage } from '../../kyc/index.ts'
import { type AdminHandler, okImage } from '../handlers.ts'

export const getKycCaseImage: AdminHandler<'getKycCaseImage'> = async (ctx, session, { params }) =>
  okImage(await readCaseImage(ctx, session, params.requestId, params.kind))
