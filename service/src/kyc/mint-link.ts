import type { KycSessionBody } from '@coffer/contract/s2s-kyc'
import { bearerToken, later, type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import { type Context, type Tx, tokenHash } from '../platform/index.ts'
import { ensurePlayer } from '../players/index.ts'
import { type DataKey, dataKeyOf } from '../privacy/index.ts'
import { replaceLinks } from './link-store.ts'
import { openRequest } from './open-request.ts'
import { lockOpenRequest, updateRequest } from './request-store.ts'
import { sealPart } from './sealed.ts'
import type { RequestRecord } from './tables.ts'

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
