import { submitKyc } from '../../kyc/index.ts'
import { type KycPageHandler, ok } from '../handlers.ts'

export const submitKycHandler: KycPageHandler<'submitKyc'> = async (ctx, browser) =>
  ok({ page: await submitKyc(ctx, browser) })
