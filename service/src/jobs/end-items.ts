import { cancelOverduePayout, expireItems, listOverduePayouts } from '../inventory/index.ts'
import { listActiveOperators } from '../operators/index.ts'
import { type Context, isDatabaseGone } from '../platform/index.ts'

/** Lets free items of each operator expire when their time has passed. Returns how many did. */
export async function runExpireItems(ctx: Context): Promise<number> {
  let count = 0
  for (const operator of await ctx.systemTx(listActiveOperators)) {
    try {
      count += await expireItems(ctx, operator)
    } catch (error) {
      if (isDatabaseGone(error)) throw error
      ctx.log.error({ err: error, operator: operator.slug }, 'items of an operator could not expire')
    }
  }
  return count
}

/** Cancels payouts that nobody has confirmed in time. Returns how many it looked at. */
export async function runCancelPayouts(ctx: Context): Promise<number> {
  const count = ctx.limits.payoutCancelBatchCount
  for (let seen = 0; ; ) {
    const overdue = await ctx.systemTx((tx) => listOverduePayouts(tx, ctx.clock.now(), count))
    const ended = await Promise.all(overdue.map((payout) => cancelOne(ctx, payout)))
    seen += overdue.length
    // One that could not be cancelled is still overdue, and would be found again at once.
    if (overdue.length < count || ended.includes(false)) return seen
  }
}

async function cancelOne(ctx: Context, payout: Parameters<typeof cancelOverduePayout>[1]): Promise<boolean> {
  try {
    await cancelOverduePayout(ctx, payout)
    return true
  } catch (error) {
    if (isDatabaseGone(error)) throw error
    ctx.log.error({ err: error, ...payout }, 'an overdue payout could not be cancelled')
    return false
  }
}
