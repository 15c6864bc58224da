import type { Payout } from '@coffer/contract/vault'
import { assert, assertMove, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { moveAll, releaseAll } from './move-items.ts'
import { isOf, PAYOUT_MOVES, type PayoutCall, type PayoutEnd } from './payout.ts'
import { listPayoutItems, lockPayout, movePayout, type PayoutRecord } from './payout-store.ts'
import { payoutView } from './read-payouts.ts'
import { lockItemsOfOperator } from './store.ts'

/** Says that the operator has paid the items out. Again is the same answer. Refuses with PAYOUT_NOT_FOUND or PAYOUT_NOT_RESERVED. */
export function confirmPayout(ctx: Context, call: PayoutCall): Promise<Payout> {
  return ctx.tx(call.operatorId, (tx) => close(ctx, tx, call, 'paid_out'))
}

/** Gives the items back to the vault. Again is the same answer. Refuses with PAYOUT_NOT_FOUND or PAYOUT_NOT_RESERVED. */
export function cancelPayout(ctx: Context, call: PayoutCall): Promise<Payout> {
  return ctx.tx(call.operatorId, (tx) => close(ctx, tx, call, 'cancelled'))
}

/** Cancels a payout that nobody has confirmed in time; nothing happens when somebody ended it meanwhile. */
export async function cancelOverduePayout(
  ctx: Context,
  { operatorId, payoutId }: Pick<PayoutCall, 'operatorId' | 'payoutId'>,
): Promise<void> {
  await ctx.tx(operatorId, async (tx) => {
    const payout = await lockPayout(tx, operatorId, payoutId)
    if (payout?.status === 'reserved') await end(ctx, tx, payout, 'cancelled')
  })
}

async function close(ctx: Context, tx: Tx, call: PayoutCall, to: PayoutEnd): Promise<Payout> {
  const { operatorId, payoutId } = call
  const payout = await lockPayout(tx, operatorId, payoutId)
  if (!payout || !isOf(payout, call)) throw new Refusal('PAYOUT_NOT_FOUND')
  if (payout.status !== to && payout.status !== 'reserved') throw new Refusal('PAYOUT_NOT_RESERVED')
  const ended = payout.status === to ? payout : await end(ctx, tx, payout, to)
  return payoutView(ended, await listPayoutItems(tx, operatorId, [payoutId]))
}

/** Locks in the order of the house: the payout, then its items by ascending id. */
async function end(ctx: Context, tx: Tx, payout: PayoutRecord, to: PayoutEnd): Promise<PayoutRecord> {
  const closedAt = ctx.clock.now()
  const { operator_id: operatorId, payout_id: payoutId } = payout
  const ids = (await listPayoutItems(tx, operatorId, [payoutId])).map((item) => item.inventory_item_id)
  await lockItemsOfOperator(tx, operatorId, ids)
  assertMove(PAYOUT_MOVES, payout.status, to)
  assert(await movePayout(tx, payout, to, closedAt), 'a locked payout moves')
  if (to === 'cancelled') await releaseAll(tx, operatorId, ids, 'reserved')
  else await moveAll(tx, operatorId, ids, { from: 'reserved', to: 'paid_out' })
  return { ...payout, status: to, closed_at: closedAt }
}
