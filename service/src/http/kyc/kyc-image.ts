import { readKycImage } from '../../kyc/index.ts'
import { type KycPageHandler, okImage } from '../handlers.ts'

export const kycImageHandler: KycPageHandler<'kycImage'> = async (ctx, browser, { params }) =>
  okImage(await readKycImage(ctx, browser, params.kind))
