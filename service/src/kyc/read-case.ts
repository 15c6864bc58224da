import type { KycCase } from '@coffer/contract/admin'
import type { ImageKind } from '@coffer/contract/kyc-answers'
import { present, Refusal } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type DataKey, dataKeyOf } from '../privacy/index.ts'
import { emailsOfStaff } from '../staff/index.ts'
import { keyOfCase, type Reviewer, record } from './case.ts'
import { listStored } from './image-store.ts'
import { readStoredImage } from './images.ts'
import { showQueue } from './queue.ts'
import { findRequest, listOfPlayer, type RequestKey, type RequestRecord } from './request-store.ts'
import { listNotes, listOpinions, type NoteRecord, type OpinionRecord } from './review-store.ts'
import { openAnswers, openPart } from './sealed.ts'
import { imageView } from './view.ts'

/** A request with everything in it. That it was looked at is recorded. Throws KYC_REQUEST_NOT_FOUND. */
export async function readCase(ctx: Context, reviewer: Reviewer, requestId: number): Promise<KycCase> {
  const key = await keyOfCase(ctx, requestId)
  await ctx.tx(key.operatorId, (tx) => record(ctx, tx, key, { reviewer, action: 'kyc.case_read' }))
  return showCase(ctx, reviewer, key)
}

/** A photo of a request: a JPEG. That it was looked at is recorded. Throws KYC_REQUEST_NOT_FOUND, NOT_FOUND, KYC_UNAVAILABLE. */
export async function readCaseImage(
  ctx: Context,
  reviewer: Reviewer,
  requestId: number,
  kind: ImageKind,
): Promise<Buffer> {
  const key = await keyOfCase(ctx, requestId)
  await ctx.tx(key.operatorId, async (tx) => {
    const request = await findRequest(tx, key)
    // A draft is nobody's business but the player's.
    if (request?.status === 'PENDING') throw new Refusal('NOT_FOUND')
    await record(ctx, tx, key, { reviewer, action: 'kyc.image_read', details: { kind } })
  })
  return readStoredImage(ctx, key, kind)
}

/** A case as it is after an act of its reviewer. */
export async function showCase(ctx: Context, reviewer: Reviewer, key: RequestKey): Promise<KycCase> {
  return ctx.systemTx(async (tx) => {
    const request = await findRequest(tx, key)
    if (!request) throw new Refusal('KYC_REQUEST_NOT_FOUND')
    const owner = { operatorId: key.operatorId, playerId: request.player_id }
    const all = await showQueue(ctx, tx, await listOfPlayer(tx, owner))
    const row = present(
      all.find(({ requestId }) => requestId === key.requestId),
      'a request is among those of its player',
    )
    const { settings } = await getOperator(tx, key.operatorId)
    const [opinions, notes] = [await listOpinions(tx, key), await listNotes(tx, key)]
    // A draft is nobody's business but the player's.
    const images = request.status === 'PENDING' ? [] : await listStored(tx, key)
    const dataKey = await dataKeyOf(ctx, tx, key.operatorId)
    const names = await namesOf(tx, opinions, notes)
    return {
      ...row,
      ...{ fourEyes: settings.kyc.fourEyes, minimumAge: settings.kyc.minimumAge, locale: request.locale },
      ...openParts(dataKey, request),
      images: images.map((image) => ({ kind: image.kind, ...imageView(image) })),
      opinions: opinions.map((opinion) => ({
        by: opinion.provider ?? names(opinion.staff_id),
        isYours: opinion.staff_id === reviewer.staffId,
        ...{ verdict: opinion.verdict, reasons: opinion.reasons, at: opinion.created_at.toISOString() },
      })),
      notes: notes.map((note) => ({
        ...{ noteId: note.note_id, by: names(note.staff_id), at: note.created_at.toISOString() },
        text: openPart(dataKey, 'note', key.requestId, note.text_sealed),
      })),
      earlier: all.filter(({ requestId }) => requestId !== key.requestId),
    }
  })
}

async function namesOf(
  tx: Tx,
  opinions: readonly OpinionRecord[],
  notes: readonly NoteRecord[],
): Promise<(staffId: number | null) => string> {
  const ids = [...opinions, ...notes].map(({ staff_id }) => staff_id).filter((id) => id !== null)
  const emails = await emailsOfStaff(tx, [...new Set(ids)])
  return (staffId) => present(emails.get(staffId ?? 0), 'a member of staff that is referred to exists')
}

/** A draft is nobody's business but the player's. */
function openParts(dataKey: DataKey, request: RequestRecord): Pick<KycCase, 'email' | 'reverifyReason' | 'answers'> {
  const { request_id: requestId, email_sealed: email, reverify_reason_sealed: reason } = request
  const isShown = request.status !== 'PENDING' && request.answers_sealed !== null
  return {
    email: email && openPart(dataKey, 'email', requestId, email),
    reverifyReason: reason && openPart(dataKey, 'reverifyReason', requestId, reason),
    answers: isShown ? openAnswers(dataKey, request) : null,
  }
}
