import type { KycDraftBody, KycPage } from '@coffer/contract/kyc'
import type { KycAnswers } from '@coffer/contract/kyc-answers'
import type { Context } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import type { KycBrowser } from './browser.ts'
import { lockPending, showPage } from './read-page.ts'
import { mergedAnswers } from './request.ts'
import { updateRequest } from './request-store.ts'
import { openAnswers, sealAnswers } from './sealed.ts'

/** Keeps what was typed, part by part. Throws KYC_NOT_OPEN. */
export function saveKycDraft(ctx: Context, browser: KycBrowser, sent: KycDraftBody): Promise<KycPage> {
  return ctx.tx(browser.operatorId, async (tx) => {
    const request = await lockPending(tx, browser)
    const dataKey = await dataKeyOf(ctx, tx, browser.operatorId)
    const answers = mergedAnswers(openAnswers(dataKey, request), sent as Partial<KycAnswers>)
    await updateRequest(tx, request, {
      answers_sealed: sealAnswers(dataKey, request.request_id, answers),
      active_at: ctx.clock.now(),
    })
    return showPage(ctx, tx, browser)
  })
}
