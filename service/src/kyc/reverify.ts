import { appendAudit } from '../audit/index.ts'
import { type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { openRequest } from './open-request.ts'
import { findLastConfirmed, lockOpenRequest, updateRequest } from './request-store.ts'
import { sealPart } from './sealed.ts'

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
  { reason, actor }: { reason: string; actor: string },
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
    if (request.reverify_reason_sealed === null) {
      const sealed = sealPart(dataKey, 'reverifyReason', requestId, reason)
      await updateRequest(tx, request, { is_reverification: true, reverify_reason_sealed: sealed })
      const action = made ? 'kyc.reverification_opened' : 'kyc.reverification_asked'
      await appendAudit(ctx, tx, operatorId, { actor, action, details: { requestId }, at: now })
    }
    return { status: made ? 'opened' : 'already_open', requestId }
  })
}
