import type { KycAnswers } from '@coffer/contract/kyc-answers'
import type { Owner } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type DataKey, dataKeyOf } from '../privacy/index.ts'
import { readSealedPayload } from '../webhooks/index.ts'
import { type HeldRequest, listHeldRequests } from './held-store.ts'
import { type Verification, verificationView } from './read-requests.ts'
import { listOfPlayer, type RequestRecord } from './request-store.ts'
import { openAnswers, openPart } from './sealed.ts'
import { statusEventKey } from './status.ts'

/** Counts the verifications of a player that contain personal data, also in the event of a confirmation, and their photos. */
export async function countHeldKyc(
  ctx: Context,
  tx: Tx,
  owner: Owner,
): Promise<{ verifications: number; photos: number }> {
  const requests = await listHeldRequests(tx, owner)
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
  { requestId, status }: HeldRequest,
): Promise<boolean> {
  if (status !== 'CONFIRMED') return false
  const dataKey = await dataKeyOf(ctx, tx, operatorId)
  const event = { operatorId, idempotencyKey: statusEventKey(requestId, status), dataKey }
  const payload = await readSealedPayload<'kyc_status_changed'>(tx, event)
  return payload?.identity != null
}

/** A verification with what the player entered. Null parts were not handed in, or are erased. */
export type EnteredVerification = Verification & { email: string | null; answers: KycAnswers | null }

/** All verifications of a player with what they entered, newest first. Drafts are the player’s own: nothing of them is returned. */
export async function listEntered(ctx: Context, owner: Owner): Promise<EnteredVerification[]> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const requests = await listOfPlayer(tx, owner)
    if (requests.length === 0) return []
    const dataKey = await dataKeyOf(ctx, tx, owner.operatorId)
    return requests.map((request) => ({ ...verificationView(request), ...enteredIn(dataKey, request) }))
  })
}

function enteredIn(dataKey: DataKey, request: RequestRecord): Pick<EnteredVerification, 'email' | 'answers'> {
  const { request_id: requestId, status, email_sealed: email, answers_sealed: answers } = request
  if (status === 'PENDING') return { email: null, answers: null }
  return {
    email: email && openPart(dataKey, 'email', requestId, email),
    answers: answers && openAnswers(dataKey, request),
  }
}
