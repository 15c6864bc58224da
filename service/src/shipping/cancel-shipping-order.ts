import type { BackendOrder } from '@coffer/contract/shipping'
import { type Actor, appendAudit } from '../audit/index.ts'
import { ownerOf, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Attempt, beginOperation, driveAttempt } from '../wallet/index.ts'
import { changeOrderRecord } from './change-order-record.ts'
import { listLines } from './line-store.ts'
import { refuseOutdated } from './order.ts'
import { CREDIT_OF_ORDER, refundOfOrder } from './order-fee.ts'
import { takeLinesOffOrder } from './order-lines.ts'
import { lockOrder } from './order-store.ts'
import { showOrder } from './read-orders.ts'
import type { OrderRecord } from './tables.ts'

export type CancelOrder = {
  operator: Operator
  /** Null for the desk, which cancels any order of its operator. */
  playerId: number | null
  publicId: string
  /** The member of staff or the command line, for the audit log; null for a player or a backend. */
  actor: Actor | null
  /** The version of the order that the cancel is based on. Omitted: any. */
  version?: number
  reason?: string
}

/** `isRepeated`: the order was cancelled before. */
type Cancelled = { order: OrderRecord; shown: BackendOrder; refund: Attempt | null; isRepeated: boolean }

/**
 * Cancels a pending order. Its items return to the vault immediately, and a fee that the player was charged returns to the wallet exactly once.
 * The first attempt of the refund precedes the answer; the order is cancelled whatever the wallet answers. A repeated cancel succeeds, with any
 * version, and has no further effect. Throws ORDER_NOT_FOUND, ORDER_CHANGED and SHIPMENT_NOT_CANCELLABLE.
 */
export async function cancelShippingOrder(
  ctx: Context,
  input: CancelOrder,
): Promise<{ order: BackendOrder; balanceAfterMinor: number | null; isRepeated: boolean }> {
  const { operator } = input
  const { order, shown, refund, isRepeated } = await ctx.tx(operator.operatorId, (tx) => cancel(ctx, tx, input))
  if (!refund) return { order: shown, balanceAfterMinor: null, isRepeated }
  const owner = ownerOf(order)
  const who = { operator, owner, playerExternalId: order.player_external_id }
  const { public_id: subjectId } = order
  return {
    order: shown,
    balanceAfterMinor: await driveAttempt(ctx, CREDIT_OF_ORDER, who, { subjectId, attempt: refund }),
    isRepeated,
  }
}

async function cancel(ctx: Context, tx: Tx, input: CancelOrder): Promise<Cancelled> {
  const { operator, playerId, publicId, actor, version, reason } = input
  const { operatorId } = operator
  const order = await lockOrder(tx, { operatorId, playerId }, publicId)
  if (!order) throw new Refusal('ORDER_NOT_FOUND')
  // Before the version: a request that is repeated after a lost answer has the old one.
  if (order.status === 'cancelled') {
    return { order, shown: await showOrder(ctx, tx, order), refund: null, isRepeated: true }
  }
  if (order.status !== 'pending') throw new Refusal('SHIPMENT_NOT_CANCELLABLE')
  refuseOutdated(order, version)

  const at = ctx.clock.now()
  await takeLinesOffOrder(tx, order, await listLines(tx, operatorId, [order.order_id]), { at, because: 'cancelled' })
  const refund = await beginRefund(ctx, tx, operator, order)
  const refunded = { minor: order.fee_minor ?? 0, currency: order.fee_currency ?? order.currency }
  const shown = await changeOrderRecord(ctx, tx, order, { status: 'cancelled' }, { changes: ['cancelled'], refunded })
  if (actor !== null) {
    await appendAudit(ctx, tx, operatorId, {
      actor,
      action: 'order.cancelled',
      details: { publicId, ...(reason !== undefined && { reason }) },
      at,
    })
  }
  return { order, shown, refund, isRepeated: false }
}

async function beginRefund(ctx: Context, tx: Tx, operator: Operator, order: OrderRecord): Promise<Attempt | null> {
  const { fee_minor: amountMinor, fee_currency: currency } = order
  if (amountMinor === null || currency === null) return null
  const owner = ownerOf(order)
  const party = { owner, playerExternalId: order.player_external_id }
  return beginOperation(ctx, tx, operator, refundOfOrder(party, order.public_id, { amountMinor, currency }))
}
