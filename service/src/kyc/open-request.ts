import type { KycAnswers } from '@coffer/contract/kyc-answers'
import type { Owner } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { DataKey } from '../privacy/index.ts'
import { startOfRedo } from './request.ts'
import { findLastDecided, insertRequest, lockRequest, updateRequest } from './request-store.ts'
import { openAnswers, sealAnswers } from './sealed.ts'
import type { RequestRecord } from './tables.ts'
import { tellStatus } from './tell-status.ts'

export type Opening = {
  isReverification: boolean
  locale: string
  returnOrigin: string | null
  now: Date
}

/** Makes a player's open request and tells of it; null when somebody has just made one. */
export async function openRequest(
  tx: Tx,
  owner: Owner,
  dataKey: DataKey,
  { isReverification, locale, returnOrigin, now }: Opening,
): Promise<RequestRecord | null> {
  const start = isReverification ? null : await redoStart(tx, owner, dataKey)
  const request = await insertRequest(tx, {
    operator_id: owner.operatorId,
    player_id: owner.playerId,
    status: 'PENDING',
    is_reverification: isReverification,
    locale,
    return_origin: returnOrigin,
    email_sealed: null,
    reverify_reason_sealed: null,
    answers_sealed: null,
    created_at: now,
    active_at: now,
    told_at: now,
    submitted_at: null,
    decided_at: null,
    reasons: [],
    retryable: null,
    provider: null,
    provider_look_at: null,
    claimed_by: null,
    claim_ends_at: null,
    erased_at: null,
  })
  if (!request) return null
  await tellStatus(tx, request, { dataKey, identity: null })
  // Sealed for its request, so the request comes first.
  if (start) await updateRequest(tx, request, { answers_sealed: sealAnswers(dataKey, request.request_id, start) })
  return request
}

/** After a rejection that may be tried again, what was typed is there already. */
async function redoStart(tx: Tx, owner: Owner, dataKey: DataKey): Promise<KycAnswers | null> {
  const found = await findLastDecided(tx, owner)
  // Locked, so that an erasure comes before and leaves nothing to copy, or after and finds the copy.
  const last = found && (await lockRequest(tx, { operatorId: owner.operatorId, requestId: found.request_id }))
  if (!last?.retryable || last.erased_at !== null) return null
  return startOfRedo(openAnswers(dataKey, last))
}
