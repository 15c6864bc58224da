import { type ClickAnswer, readAnswerOfSubject } from '../actions/index.ts'
import type { Context } from '../platform/index.ts'
import { type Attempt, sendAttempt, undecidedCode, waitForOperation } from '../wallet/index.ts'
import { undecidedAnswer } from './answers.ts'
import { applyFeeOutcome } from './apply-fee-outcome.ts'
import { beginOrder, type OrderRequest } from './begin-order.ts'
import { giveBack } from './give-back.ts'
import { subjectOf } from './intent.ts'

/**
 * Orders the shipping of items: all of them or none. In the game the fee of the dearest is debited once, first; the items are locked
 * when it is paid, and a fee for items that are gone by then goes back before the answer. Refuses, with no debit: SHIPPING_DISABLED,
 * INVENTORY_NOT_SHIPPABLE, SHIPMENT_BELOW_MINIMUM, UNSUPPORTED_CURRENCY, PLAYER_RESTRICTED, and WALLET_UNAVAILABLE when no wallet is
 * configured.
 */
export async function createShippingOrder(ctx: Context, request: OrderRequest): Promise<ClickAnswer> {
  const { owner } = request
  const begun = await ctx.tx(owner.operatorId, (tx) => beginOrder(ctx, tx, request))
  if (begun.kind === 'answer') return { ...begun.answer, replayed: begun.replayed }
  if (begun.kind === 'send') return drive(ctx, request, begun.publicId, begun.attempt)

  await waitForOperation(ctx, owner.operatorId, begun.operationId)
  const subject = subjectOf(owner, begun.publicId)
  return ctx.tx(owner.operatorId, async (tx) => {
    const answer = await readAnswerOfSubject(tx, subject)
    if (answer) return { ...answer, replayed: true }
    const code = await undecidedCode(tx, owner.operatorId, begun.operationId)
    return { ...undecidedAnswer(ctx.limits, code), replayed: false }
  })
}

async function drive(ctx: Context, request: OrderRequest, publicId: string, attempt: Attempt): Promise<ClickAnswer> {
  const { operator, owner, playerExternalId } = request
  await ctx.points.at('create-order:attempt-recorded')
  const outcome = await sendAttempt(ctx, operator, attempt)
  await ctx.points.at('create-order:replied')
  const driver = { operator, owner, playerExternalId, publicId, attempt, live: true }
  const { answer, refund } = await ctx.tx(operator.operatorId, (tx) => applyFeeOutcome(ctx, tx, driver, outcome))
  await ctx.points.at('create-order:applied')
  if (refund) await giveBack(ctx, { ...driver, attempt: refund })
  return { ...answer, replayed: false }
}
