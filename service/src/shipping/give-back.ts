import type { Context } from '../platform/index.ts'
import { sendAttempt } from '../wallet/index.ts'
import { applyShippingRefund } from './apply-shipping-refund.ts'
import type { Driver } from './driver.ts'

/** The first attempt of a refund, from the request that owes it. Whatever the wallet says, the resolver sends it until it is taken. */
export async function giveBack(ctx: Context, driver: Driver): Promise<number | null> {
  const { operator, attempt } = driver
  await ctx.points.at('cancel-order:attempt-recorded')
  const outcome = await sendAttempt(ctx, operator, attempt)
  await ctx.points.at('cancel-order:replied')
  const balanceAfterMinor = await ctx.tx(operator.operatorId, (tx) => applyShippingRefund(ctx, tx, driver, outcome))
  await ctx.points.at('cancel-order:applied')
  return balanceAfterMinor
}
