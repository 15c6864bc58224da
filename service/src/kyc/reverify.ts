import { appendAudit } from '../audit/index.ts'
import { type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { openRequest } from './open-request.ts'
import { findLastDecided, lockOpenRequest, updateRequest } from './request-store.ts'
import { sealPart } from './sealed.ts'

export type Reverification = { status: 'opened' | 'already_open'; requestId: number }

/**
 * Opens another verification of a confirmed player; nothing of it reaches the player. Any open request stands as it is, and so does its
 * reason. Throws KYC_DISABLED, KYC_NOT_CONFIRMED; `owner` is null for a player unheard of.
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
    const open = await lockOpenRequest(tx, owner)
    if (open) return { status: 'already_open', requestId: open.request_id }
    const last = await findLastDecided(tx, owner)
    if (last?.status !== 'CONFIRMED') throw new Refusal('KYC_NOT_CONFIRMED')
    const dataKey = await dataKeyOf(ctx, tx, operatorId)
    const now = ctx.clock.now()
    const opening = { isReverification: true, locale: last.locale, returnOrigin: null, now }
    const made = await openRequest(tx, owner, dataKey, opening)
    if (!made) {
      const other = present(await lockOpenRequest(tx, owner), 'a request that could not be made is there')
      return { status: 'already_open', requestId: other.request_id }
    }
    const requestId = made.request_id
    await updateRequest(tx, made, { reverify_reason_sealed: sealPart(dataKey, 'reverifyReason', requestId, reason) })
    await appendAudit(tx, operatorId, { actor, action: 'kyc.reverification_opened', details: { requestId }, at: now })
    return { status: 'opened', requestId }
  })
}
