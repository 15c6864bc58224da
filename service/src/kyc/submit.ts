import type { KycHint } from '@coffer/contract/admin'
import { type KycPage, kycDraftBody } from '@coffer/contract/kyc'
import { type AnswerFault, faultsOf, IMAGE_KINDS, imagesOf, type KycAnswers } from '@coffer/contract/kyc-answers'
import { assertMove, dayOf, messagesByPath, ownerOf, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type DataKey, dataKeyOf } from '../privacy/index.ts'
import type { KycBrowser } from './browser.ts'
import { hintsOf, marksOf } from './hints.ts'
import { listStored, markRemoving } from './image-store.ts'
import { readMrz } from './mrz.ts'
import { lockPending, showPage } from './page.ts'
import { KYC_MOVES } from './request.ts'
import { findLastConfirmed, type RequestRecord, updateRequest } from './request-store.ts'
import { insertMarks } from './review-store.ts'
import { openAnswers, sealAnswers } from './sealed.ts'
import { emitStatus, nextEventAt } from './status.ts'

/** Hands a verification in. Throws KYC_NOT_OPEN, and a 422 that names every part that is missing or wrong. */
export function submitKyc(ctx: Context, browser: KycBrowser): Promise<KycPage> {
  const { operatorId, operator } = browser
  return ctx.tx(operatorId, async (tx) => {
    const request = await lockPending(tx, browser)
    const dataKey = await dataKeyOf(ctx, tx, operatorId)
    const answers = readDraft(openAnswers(dataKey, request))
    const now = ctx.clock.now()
    await refuseFaults(tx, browser, answers, dayOf(now))
    await dropNeedless(tx, browser, answers)
    const hints = await findHints(tx, request, { answers, dataKey, now, minimumAge: operator.settings.kyc.minimumAge })
    assertMove(KYC_MOVES, request.status, 'SUBMITTED')
    const { provider } = operator.settings.kyc
    const change = {
      ...{ status: 'SUBMITTED' as const, submitted_at: now, active_at: now, told_at: nextEventAt(request, now) },
      answers_sealed: sealAnswers(dataKey, request.request_id, answers),
      ...{ hints, provider, provider_look_at: provider === null ? null : now },
    }
    await updateRequest(tx, request, change)
    await insertMarks(tx, browser, marksOf(dataKey, answers))
    await emitStatus(tx, { ...request, ...change }, { dataKey, identity: null })
    return showPage(ctx, tx, browser)
  })
}

/** A draft may be of a version that read lines less strictly. Throws a 422 that names what cannot be read now. */
function readDraft(draft: KycAnswers): KycAnswers {
  const read = kycDraftBody.required().safeParse(draft)
  if (read.success) return read.data
  const fields = messagesByPath(read.error.issues.map(({ path, message }) => [path.map(String).join('.'), message]))
  throw new Refusal('VALIDATION_FAILED', { fields })
}

async function refuseFaults(tx: Tx, browser: KycBrowser, answers: KycAnswers, today: string): Promise<void> {
  const images = await listStored(tx, browser)
  const kinds = images.map(({ kind }) => kind)
  const found = Object.entries(faultsOf(answers, kinds, today))
  if (found.length === 0) return
  const fields = Object.fromEntries(found.map(([path, fault]) => [path, [FAULT_WORDS[fault]]]))
  throw new Refusal('VALIDATION_FAILED', { fields })
}

/** Such as the back of a card that was photographed before the player took a passport. The sweep removes what is written of it. */
async function dropNeedless(tx: Tx, browser: KycBrowser, { document }: KycAnswers): Promise<void> {
  const needed = imagesOf(document.type)
  for (const kind of IMAGE_KINDS) if (!needed.includes(kind)) await markRemoving(tx, browser, kind)
}

type Submission = { answers: KycAnswers; dataKey: DataKey; now: Date; minimumAge: number }

async function findHints(
  tx: Tx,
  request: RequestRecord,
  { answers, dataKey, now, minimumAge }: Submission,
): Promise<KycHint[]> {
  const owner = ownerOf(request)
  const confirmed = await findLastConfirmed(tx, owner)
  const isKept = confirmed !== null && confirmed.erased_at === null
  const { mrz } = answers.document
  const read = mrz.trim() === '' ? null : readMrz(mrz, now)
  return hintsOf({
    answers,
    today: dayOf(now),
    minimumAge,
    mrz: read !== null && 'fault' in read ? 'unreadable' : read,
    confirmed: isKept ? openAnswers(dataKey, confirmed) : null,
  })
}

/** What `fields` of a refused submission says. The page says it in the player's language, by the paths alone. */
const FAULT_WORDS: Readonly<Record<AnswerFault, string>> = {
  REQUIRED: 'is required',
  NOT_PLAIN: 'must not contain control characters or changes of the writing direction',
  NOT_A_DATE: 'must be a day of the calendar, as YYYY-MM-DD',
  IN_FUTURE: 'must not lie in the future',
  TOO_LONG_AGO: 'must not lie before 1900',
  NOT_A_COUNTRY: 'must be a country, in two capital letters',
  IMAGE_MISSING: 'must be photographed',
}
