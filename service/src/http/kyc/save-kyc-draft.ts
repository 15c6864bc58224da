import { saveKycDraft } from '../../kyc/index.ts'
import { type KycPageHandler, ok } from '../handlers.ts'

export const saveKycDraftHandler: KycPageHandler<'saveKycDraft'> = async (ctx, browser, { body }) =>
  ok({ page: await saveKycDraft(ctx, browser, body) })
