import { removeKycImage } from '../../kyc/index.ts'
import { type KycPageHandler, ok } from '../handlers.ts'

export const removeKycImageHandler: KycPageHandler<'removeKycImage'> = async (ctx, browser, { params }) =>
  ok({ page: await removeKycImage(ctx, browser, params.kind) })
