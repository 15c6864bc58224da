import type { KycAnswers } from '@coffer/contract/kyc-answers'
import type { Owner } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type DataKey, dataKeyOf } from '../privacy/index.ts'
import { readSealedPayload } from '../webhooks/index.ts'
import { type Verification, verificationView } from './read-requests.ts'
import { listOfPlayer, type RequestRecord } from './request-store.ts'
import { listVerificationContents, type VerificationContent } from './review-store.ts'
import { openAnswers, openPart } from './sealed.ts'
import { statusEventKey } from './status.ts'

/** Counts the verifications of a player that contain personal data, also in the event of a confirmation, and their photos. */
export async function countStoredVerifications(
  ctx: Context,
  tx: Tx,
  owner: Owner,
): Promise<{ verifications: number; photos: number }> {
  const requests = await listVerificationContents(tx, owner)
  const counts = { verifications: 0, photos: 0 }
  for (const request of requests) {
    counts.photos += request.photosCount
    if (request.hasContent || (await hasIdentity(ctx, tx, owner, request))) counts.verifications++
  }
  return counts
}

async function hasIdentity(
  ctx: Context,
  tx: Tx,
  { operatorId }: Owner,
  { requestId, status }: VerificationContent,
): Promise<boolean> {
  if (status !== 'CONFIRMED') return false
  const dataKey = await dataKeyOf(ctx, tx, operatorId)
  const event = { operatorId, idempotencyKey: statusEventKey(requestId, status), dataKey }
  const payload = await readSealedPayload<'kyc_status_changed'>(tx, event)
  return payload?.identity != null
}

/** A verification with what was entered into it. `answers` is null before it is handed in, both are null after an erasure. */
export type VerificationWithAnswers = Verification & { email: string | null; answers: KycAnswers | null }

/** All verifications of a player with what was entered, newest first. Only the player sees the answers of a draft. */
export async function listVerificationsWithAnswers(ctx: Context, owner: Owner): Promise<VerificationWithAnswers[]> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const requests = await listOfPlayer(tx, owner)
    if (requests.length === 0) return []
    const dataKey = await dataKeyOf(ctx, tx, owner.operatorId)
    return requests.map((request) => withAnswers(dataKey, request))
  })
}

function withAnswers(dataKey: DataKey, request: RequestRecord): VerificationWithAnswers {
  const { request_id: requestId, status, email_sealed: email, answers_sealed: answers } = request
  return {
    ...verificationView(request),
    email: email && openPart(dataKey, 'email', requestId, email),
    answers: status === 'PENDING' ? null : answers && openAnswers(dataKey, request),
  }
}
