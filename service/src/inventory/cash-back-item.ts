import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { type Attempt, sendAttempt, waitForOperation } from '../wallet/index.ts'
import { applyCashbackOutcome } from './apply-cashback-outcome.ts'
import { beginCashback } from './begin-cashback.ts'
import { undecided } from './cashback-answer.ts'
import type { CashBack, CashBackAnswer } from './cashback-call.ts'

/**
 * Pays the Credits part of an item to the wallet and turns the item to `cashed_back`. The item is locked while the credit is
 * undecided; a repeat resumes the same credit with the same bytes. Refuses with INVENTORY_ITEM_NOT_FOUND, CASHBACK_NOT_AVAILABLE,
 * CASHBACK_ABOVE_LIMIT, PRICE_CHANGED, UNSUPPORTED_CURRENCY, or the wallet's code.
 */
export async function cashBackItem(ctx: Context, input: CashBack): Promise<CashBackAnswer> {
  const { operatorId } = input.operator
  const startedAt = ctx.clock.now()
  const first = { startedAt, waitedFor: null }
  const begun = await ctx.tx(operatorId, (tx) => beginCashback(ctx, tx, input, first)).catch(alerting(ctx, input))
  if (begun.kind === 'done') return begun.answer
  if (begun.kind === 'send') return drive(ctx, input, begun.attempt)

  await waitForOperation(ctx, operatorId, begun.operationId)
  const waiter = { startedAt, waitedFor: begun.operationId }
  const again = await ctx.tx(operatorId, (tx) => beginCashback(ctx, tx, input, waiter))
  if (again.kind === 'done') return again.answer
  throw undecided(ctx)
}

/** Staff hear of a cashback that is above the limit: the value of its item may be wrong. */
function alerting(ctx: Context, { operator: { operatorId }, inventoryItemId }: CashBack) {
  return (thrown: unknown): never => {
    if (thrown instanceof Refusal && thrown.code === 'CASHBACK_ABOVE_LIMIT') {
      ctx.alerts.raise('cashback_above_limit', { operatorId, inventoryItemId })
    }
    throw thrown
  }
}

async function drive(ctx: Context, input: CashBack, attempt: Attempt): Promise<CashBackAnswer> {
  await ctx.points.at('cash-back:attempt-recorded')
  const outcome = await sendAttempt(ctx, input.operator, attempt)
  await ctx.points.at('cash-back:replied')
  const { operatorId } = input.operator
  const answer = await ctx.tx(operatorId, (tx) => applyCashbackOutcome(ctx, tx, input, attempt, outcome))
  await ctx.points.at('cash-back:applied')
  if (answer instanceof Refusal) throw answer
  return answer
}
