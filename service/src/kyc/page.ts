import type { KycDraftBody, KycPage } from '@coffer/contract/kyc'
import { EMPTY_ANSWERS, type KycAnswers } from '@coffer/contract/kyc-answers'
import { ownerOf, present, Refusal } from '../kernel/index.ts'
import { absoluteUrl } from '../media/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import type { KycBrowser } from './browser.ts'
import { listStored } from './image-store.ts'
import { hasLinkEnded } from './link-store.ts'
import { mergedAnswers, verdictOf } from './request.ts'
import { findLastDecided, findRequest, lockRequest, type RequestRecord, updateRequest } from './request-store.ts'
import { openAnswers, sealAnswers } from './sealed.ts'
import { imagesView } from './view.ts'

/** What the verification page shows of itself. Once it is handed in, nothing of what was typed. */
export function readKycPage(ctx: Context, browser: KycBrowser): Promise<KycPage> {
  return ctx.tx(browser.operatorId, (tx) => showPage(ctx, tx, browser))
}

/** The same within a change of it. */
export async function showPage(ctx: Context, tx: Tx, browser: KycBrowser): Promise<KycPage> {
  const { operator } = browser
  const request = present(await findRequest(tx, browser), 'the request of a link exists')
  const isOpen = request.status === 'PENDING'
  const { logoUrl, theme } = operator.settings
  return {
    requestId: request.request_id,
    status: request.status,
    verdict: verdictOf(request.status),
    locale: request.locale,
    operator: { name: operator.name, logoUrl: absoluteUrl(ctx.config.baseUrl, logoUrl) },
    theme: { tokens: theme.tokens },
    returnOrigin: request.return_origin,
    earlierReasons: isOpen ? await earlierReasons(tx, request) : [],
    answers: isOpen ? openAnswers(await dataKeyOf(ctx, tx, browser.operatorId), request) : EMPTY_ANSWERS,
    images: imagesView(isOpen ? await listStored(tx, browser) : []),
  }
}

/** Nothing after a final rejection. That it is a re-verification changes nothing: that says nothing to the player. */
async function earlierReasons(tx: Tx, request: RequestRecord): Promise<KycPage['earlierReasons']> {
  const last = await findLastDecided(tx, ownerOf(request))
  return last?.retryable ? last.reasons : []
}

/** The request of a browser, locked, while it may be changed. Throws KYC_NOT_OPEN, KYC_SESSION_ENDED. */
export async function lockPending(tx: Tx, browser: KycBrowser): Promise<RequestRecord> {
  const request = present(await lockRequest(tx, browser), 'the request of a link exists')
  if (request.status !== 'PENDING') throw new Refusal('KYC_NOT_OPEN')
  // A newer link or an erasure may have come since the look at the cookie: what is sent late is not for whoever begins anew.
  if (await hasLinkEnded(tx, browser.operatorId, browser.linkId)) throw new Refusal('KYC_SESSION_ENDED')
  return request
}

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
