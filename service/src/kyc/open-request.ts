import type { KycAnswers } from '@coffer/contract/kyc-answers'
import type { KycSessionBody } from '@coffer/contract/s2s-kyc'
import { type Actor, appendAudit } from '../audit/index.ts'
import { bearerToken, later, type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import { type Context, type Tx, tokenHash } from '../platform/index.ts'
import { ensurePlayer } from '../players/index.ts'
import { type DataKey, dataKeyOf } from '../privacy/index.ts'
import { replaceLinks } from './link-store.ts'
import { startOfRedo } from './request.ts'
import {
  findLastConfirmed,
  findLastDecided,
  insertRequest,
  lockOpenRequest,
  lockRequest,
  type RequestRecord,
  updateRequest,
} from './request-store.ts'
import { openAnswers, sealAnswers, sealPart } from './sealed.ts'
import { emitStatus } from './status.ts'

export type KycLink = { kycUrl: string; expiresAt: Date }

/**
 * Mints a link to the verification of a player: `limits.kycLinkMs`, single use. A pending request is gone on with, its contact is
 * refreshed, and its earlier links and the browsers that they opened end; else a new request opens. Throws, in this order,
 * OPERATOR_SUSPENDED, KYC_DISABLED, KYC_ALREADY_SUBMITTED.
 */
export async function mintKycLink(ctx: Context, operator: Operator, input: KycSessionBody): Promise<KycLink> {
  const { operatorId } = operator
  if (operator.status !== 'active') throw new Refusal('OPERATOR_SUSPENDED')
  if (!operator.settings.kyc.enabled) throw new Refusal('KYC_DISABLED')
  const token = bearerToken('kt', ctx.random)
  const expiresAt = await ctx.tx(operatorId, async (tx) => {
    const now = ctx.clock.now()
    const { playerId } = await ensurePlayer(tx, operatorId, input.playerExternalId, now)
    const dataKey = await dataKeyOf(ctx, tx, operatorId)
    const request = await pendingRequest(tx, { operatorId, playerId }, { input, dataKey, now })
    const expiresAt = later(now, ctx.limits.kycLinkMs)
    await replaceLinks(tx, {
      operator_id: operatorId,
      request_id: request.request_id,
      token_hash: tokenHash(token),
      created_at: now,
      expires_at: expiresAt,
    })
    return expiresAt
  })
  const kycUrl = `${ctx.config.baseUrl}/kyc?token=${token}&locale=${encodeURIComponent(input.locale)}`
  return { kycUrl, expiresAt }
}

type Minting = { input: KycSessionBody; dataKey: DataKey; now: Date }

/** The player's pending request with the contact of this call, locked. */
async function pendingRequest(tx: Tx, owner: Owner, { input, dataKey, now }: Minting): Promise<RequestRecord> {
  const { locale, returnOrigin = null } = input
  const opened =
    (await lockOpenRequest(tx, owner)) ??
    (await openRequest(tx, owner, dataKey, { isReverification: false, locale, returnOrigin, now }))
  const request = opened ?? present(await lockOpenRequest(tx, owner), 'a request that could not be made is there')
  if (request.status !== 'PENDING') throw new Refusal('KYC_ALREADY_SUBMITTED')
  await updateRequest(tx, request, {
    locale,
    return_origin: returnOrigin,
    email_sealed: sealPart(dataKey, 'email', request.request_id, input.email),
    active_at: now,
    // What was erased of a draft is gone; the player begins anew.
    erased_at: null,
  })
  return request
}

/** Changes the contact of a player's open request. Throws KYC_DISABLED, KYC_NO_OPEN_REQUEST; `owner` is null for a player unheard of. */
export async function changeKycEmail(
  ctx: Context,
  operator: Operator,
  owner: Owner | null,
  email: string,
): Promise<void> {
  if (!operator.settings.kyc.enabled) throw new Refusal('KYC_DISABLED')
  if (owner === null) throw new Refusal('KYC_NO_OPEN_REQUEST')
  await ctx.tx(owner.operatorId, async (tx) => {
    const request = await lockOpenRequest(tx, owner)
    // After erasure nobody is to be written to, until a mint begins anew.
    if (!request || request.erased_at !== null) throw new Refusal('KYC_NO_OPEN_REQUEST')
    const dataKey = await dataKeyOf(ctx, tx, owner.operatorId)
    await updateRequest(tx, request, { email_sealed: sealPart(dataKey, 'email', request.request_id, email) })
  })
}

export type Reverification = { status: 'opened' | 'already_open'; requestId: number }

/**
 * Opens another verification of a player who was once confirmed; nothing of it reaches the player. One that is open, whatever opened it,
 * is the re-verification: its reason stands, and when it has none it takes this one. Throws KYC_DISABLED, KYC_NOT_CONFIRMED; `owner` is
 * null for a player unheard of.
 */
export async function reverifyKyc(
  ctx: Context,
  operator: Operator,
  owner: Owner | null,
  { reason, actor }: { reason: string; actor: Actor },
): Promise<Reverification> {
  if (!operator.settings.kyc.enabled) throw new Refusal('KYC_DISABLED')
  if (owner === null) throw new Refusal('KYC_NOT_CONFIRMED')
  const { operatorId } = owner
  return ctx.tx(operatorId, async (tx) => {
    const confirmed = await findLastConfirmed(tx, owner)
    if (!confirmed) throw new Refusal('KYC_NOT_CONFIRMED')
    const dataKey = await dataKeyOf(ctx, tx, operatorId)
    const now = ctx.clock.now()
    const opening = { isReverification: true, locale: confirmed.locale, returnOrigin: null, now }
    const made = (await lockOpenRequest(tx, owner)) ? null : await openRequest(tx, owner, dataKey, opening)
    const request = made ?? present(await lockOpenRequest(tx, owner), 'a request that was not made is there')
    const requestId = request.request_id
    // An erased one that waits for its decision stays empty.
    const isEmptied = request.status === 'SUBMITTED' && request.erased_at !== null
    if (request.reverify_reason_sealed === null && !isEmptied) {
      const sealed = sealPart(dataKey, 'reverifyReason', requestId, reason)
      const change = { is_reverification: true, reverify_reason_sealed: sealed, erased_at: null }
      await updateRequest(tx, request, change)
      const action = made ? 'kyc.reverification_opened' : 'kyc.reverification_asked'
      await appendAudit(ctx, tx, operatorId, { actor, action, details: { requestId }, at: now })
    }
    return { status: made ? 'opened' : 'already_open', requestId }
  })
}

export type Opening = {
  isReverification: boolean
  locale: string
  returnOrigin: string | null
  now: Date
}

/** Makes a player's open request and emits its event; null when somebody has just made one. */
async function openRequest(
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
  await emitStatus(tx, request, { dataKey, identity: null })
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
