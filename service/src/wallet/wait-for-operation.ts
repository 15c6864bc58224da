import { present } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { findOperation, isDriven } from './store.ts'

/**
 * Waits until nobody drives the operation any more, or it is closed. Holds no connection, lock or transaction between looks;
 * ends at the latest with the lease of the driver.
 */
export async function waitForOperation(ctx: Context, operatorId: number, operationId: number): Promise<void> {
  const until = ctx.clock.mono() + ctx.limits.operationLeaseMs + ctx.limits.waiterPollMs
  while (ctx.clock.mono() < until) {
    await ctx.clock.sleep(ctx.limits.waiterPollMs)
    const operation = present(
      await ctx.tx(operatorId, (tx) => findOperation(tx, operatorId, operationId)),
      'the operation exists',
    )
    if (operation.state !== 'open' || !isDriven(operation, ctx.clock.now())) return
  }
}
