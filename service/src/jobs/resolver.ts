import { gameOf } from '../games/index.ts'
import { CREDIT_OF_ITEM } from '../inventory/index.ts'
import { type Context, reportFailure } from '../platform/index.ts'
import { creditOfRound, debitOfRound } from '../rounds/index.ts'
import { CREDIT_OF_ORDER, DEBIT_OF_ORDER } from '../shipping/index.ts'
import { type Flows, listDue, resolveOperation } from '../wallet/index.ts'

/** What each kind of operation is for: the same flows that live requests go through. */
const FLOWS: Flows = {
  round_debit: debitOfRound(gameOf),
  round_refund: creditOfRound(gameOf),
  cashback_credit: CREDIT_OF_ITEM,
  shipping_debit: DEBIT_OF_ORDER,
  shipping_refund: CREDIT_OF_ORDER,
}

/** What a process has under way, of each operator. */
const underWayOf = new WeakMap<Context, Map<number, number>>()

/**
 * Takes the operations whose time has come and brings each a step further. Returns at once; `ended` says how many it took when the slowest
 * of them is done. Of one operator a process has so many under way, so that one whose wallet hangs keeps no other waiting.
 */
export async function beginResolver(ctx: Context): Promise<{ ended: Promise<number> }> {
  const underWay = underWayOf.get(ctx) ?? new Map<number, number>()
  underWayOf.set(ctx, underWay)
  const share = {
    count: ctx.limits.resolverBatchCount,
    countOfOperator: ctx.limits.resolverOfOperatorCount,
    underWay,
  }
  const due = await ctx.systemTx((tx) => listDue(tx, ctx.clock.now(), share))
  const steps = due.map(async ({ operatorId, operationId }) => {
    underWay.set(operatorId, (underWay.get(operatorId) ?? 0) + 1)
    await resolveOne(ctx, operatorId, operationId)
    const left = (underWay.get(operatorId) ?? 1) - 1
    if (left > 0) underWay.set(operatorId, left)
    else underWay.delete(operatorId)
  })
  return { ended: Promise.all(steps).then(() => due.length) }
}

/** One pass, to its end. */
export async function runResolver(ctx: Context): Promise<number> {
  return (await beginResolver(ctx)).ended
}

async function resolveOne(ctx: Context, operatorId: number, operationId: number): Promise<void> {
  try {
    await resolveOperation(ctx, FLOWS, { operatorId, operationId })
  } catch (error) {
    reportFailure(ctx, error, { operatorId, operationId }, 'an operation could not be resolved')
  }
}
