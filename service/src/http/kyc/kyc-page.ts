import { readKycPage } from '../../kyc/index.ts'
import { type KycPageHandler, ok } from '../handlers.ts'

export const kycPageHandler: KycPageHandler<'kycPage'> = async (ctx, browser) =>
  ok({ page: await readKycPage(ctx, browser) })
