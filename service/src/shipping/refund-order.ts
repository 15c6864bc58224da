import { walletKey } from '@coffer/contract/keys'
import { oneByOne, present } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import type { End, Flow, Movement } from '../wallet/index.ts'
import { lockIntent } from './intent-store.ts'
import type { Fee } from './order.ts'
import { recordFee, recordRefund } from './record-history.ts'
import type { IntentRecord } from './tables.ts'

/**
 * The credit of a fee that goes back: it is owed, so that no refusal ends it, and it is sent until it is accepted. Its first attempt is
 * sent by the request that owes it. Comes to the player's balance after an accepted one.
 */
export const CREDIT_OF_ORDER: Flow<IntentRecord, number | null> = {
  name: 'cancel-order',
  kind: 'shipping_refund',
  lock: async (tx, owner, orderPublicId) => present(await lockIntent(tx, owner, orderPublicId), 'a fee has its intent'),
  isWaiting: () => true,
  isOwed: () => true,
  apply: (ctx, tx, ends) => oneByOne(ends, (end) => apply(ctx, tx, end)),
}

/** The credit that gives a shipping fee back, once, whoever owes it: a cancelled order, or a fee without one. */
export function refundOfOrder(
  { owner, playerExternalId }: Omit<Who, 'operator'>,
  orderPublicId: string,
  fee: Fee,
): Movement {
  return {
    owner,
    playerExternalId,
    kind: 'shipping_refund',
    subjectId: orderPublicId,
    idempotencyKey: walletKey.refundShipping(orderPublicId),
    direction: 'credit',
    amountMinor: fee.amountMinor,
    currency: fee.currency,
    reference: { kind: 'refund', orderPublicId },
  }
}

async function apply(ctx: Context, tx: Tx, { who, subject, operation, verdict }: End<IntentRecord>) {
  if (verdict.kind !== 'accepted') return null
  if (operation.state === 'accepted') return verdict.balanceAfterMinor
  const { order_public_id: publicId } = subject
  if (subject.state === 'no_order') await recordFee(ctx, tx, who, publicId, 'voided')
  await recordRefund(ctx, tx, who, publicId)
  return verdict.balanceAfterMinor
}
