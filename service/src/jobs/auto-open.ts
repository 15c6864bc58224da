import { hours, later } from '../kernel/index.ts'
import { listActiveOperators } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { listOverdueHeld, openOverdueRound } from '../rounds/index.ts'

/** Opens held boxes that have waited longer than their operator lets them. Returns how many it looked at. */
export async function runAutoOpen(ctx: Context): Promise<number> {
  let count = 0
  for (const operator of await ctx.systemTx(listActiveOperators)) {
    const { autoOpenAfterHours } = operator.settings.vault
    if (autoOpenAfterHours === null) continue
    const before = later(ctx.clock.now(), -hours(autoOpenAfterHours))
    const overdue = await ctx.tx(operator.operatorId, (tx) =>
      listOverdueHeld(tx, operator.operatorId, before, ctx.limits.autoOpenBatchCount),
    )
    for (const held of overdue) await openOverdueRound(ctx, operator, held)
    count += overdue.length
  }
  return count
}
