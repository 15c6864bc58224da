import { storeKycImage } from '../../kyc/index.ts'
import { type KycPageHandler, ok } from '../handlers.ts'

export const storeKycImageHandler: KycPageHandler<'storeKycImage'> = async (ctx, browser, { params, body }) =>
  ok({ page: await storeKycImage(ctx, browser, params.kind, body) })
