import { expireItems } from '../inventory/index.ts'
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
