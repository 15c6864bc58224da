import { present } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { appendHistory, findLatestOperation } from '../wallet/index.ts'

/** The fee of an order; `voided` when there never was one for it. */
export function recordFee(
  ctx: Context,
  tx: Tx,
  who: Who,
  orderPublicId: string,
  status: 'settled' | 'voided',
): Promise<void> {
  return append(ctx, tx, who, orderPublicId, { kind: 'shipping_debit', type: 'shipping', status })
}

/** A fee that went back. */
export function recordRefund(ctx: Context, tx: Tx, who: Who, orderPublicId: string): Promise<void> {
  return append(ctx, tx, who, orderPublicId, { kind: 'shipping_refund', type: 'refund', status: 'settled' })
}

type Line = {
  kind: 'shipping_debit' | 'shipping_refund'
  type: 'shipping' | 'refund'
  status: 'settled' | 'voided'
}

async function append(
  ctx: Context,
  tx: Tx,
  { owner, playerExternalId }: Who,
  orderPublicId: string,
  { kind, type, status }: Line,
): Promise<void> {
  const found = await findLatestOperation(tx, owner.operatorId, kind, orderPublicId)
  const operation = present(found, 'what is recorded was moved')
  await appendHistory(tx, {
    owner,
    playerExternalId,
    type,
    operation,
    orderPublicId,
    currency: operation.currency,
    status,
    occurredAt: operation.closed_at ?? ctx.clock.now(),
  })
}
