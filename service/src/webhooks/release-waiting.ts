import { later } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { bringForward } from './delivery-store.ts'
import { claimRelease, listBack, markReleased } from './endpoint-store.ts'

/**
 * Makes deliveries due that wait for their schedule although their endpoint is back: so many of each endpoint at once, those that would
 * come next first, until none waits or the endpoint fails again. Of several processes, one takes each step.
 */
export async function releaseWaiting(ctx: Context): Promise<void> {
  for (const { operatorId, endpointId } of await ctx.systemTx((tx) => listBack(tx, ctx.clock.now()))) {
    await ctx.tx(operatorId, async (tx) => {
      const now = ctx.clock.now()
      const count = ctx.limits.webhookReleaseCount
      if (!(await claimRelease(tx, operatorId, endpointId, { now, nextAt: later(now, ctx.limits.webhookReleaseMs) })))
        return
      const released = await bringForward(tx, operatorId, endpointId, { now, count })
      if (released < count) await markReleased(tx, operatorId, endpointId)
    })
  }
}
