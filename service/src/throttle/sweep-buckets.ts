import type { Context } from '../platform/index.ts'
import { forgetFull } from './store.ts'

/** Deletes buckets that are full again: a bucket without a row is full. Returns how many. */
export async function sweepBuckets(ctx: Context): Promise<number> {
  const limit = ctx.limits.bucketSweepCount
  for (let count = 0; ; ) {
    const forgotten = await ctx.systemTx((tx) => forgetFull(tx, ctx.clock.now().getTime(), limit))
    count += forgotten
    if (forgotten < limit) return count
  }
}
