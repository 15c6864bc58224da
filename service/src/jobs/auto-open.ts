import { openOverdueRound } from '../boxes/index.ts'
import { hours, later } from '../kernel/index.ts'
import { listActiveOperators, type Operator } from '../operators/index.ts'
import { type Context, isDatabaseGone } from '../platform/index.ts'
import { listHeldBefore } from '../rounds/index.ts'

/** Opens held boxes that have waited longer than their operator lets them. Returns how many it looked at. */
export async function runAutoOpen(ctx: Context): Promise<number> {
  let count = 0
  for (const operator of await ctx.systemTx(listActiveOperators)) {
    const { autoOpenAfterHours } = operator.settings.vault
    if (autoOpenAfterHours === null) continue
    count += await openOverdue(ctx, operator, later(ctx.clock.now(), -hours(autoOpenAfterHours)))
  }
  return count
}

/** Page by page, so that boxes that cannot be opened do not keep those behind them waiting. */
async function openOverdue(ctx: Context, operator: Operator, before: Date): Promise<number> {
  const count = ctx.limits.autoOpenBatchCount
  let seen = 0
  for (let afterRoundId = 0; ; ) {
    const page = { afterRoundId, count }
    const overdue = await ctx.tx(operator.operatorId, (tx) => listHeldBefore(tx, operator.operatorId, before, page))
    for (const held of overdue) await openOne(ctx, operator, held)
    seen += overdue.length
    const last = overdue.at(-1)
    if (!last || overdue.length < count) return seen
    afterRoundId = last.roundId
  }
}

async function openOne(ctx: Context, operator: Operator, held: Parameters<typeof openOverdueRound>[2]): Promise<void> {
  try {
    await openOverdueRound(ctx, operator, held)
  } catch (error) {
    if (isDatabaseGone(error)) throw error
    ctx.log.error({ err: error, operator: operator.slug, publicId: held.publicId }, 'a held box could not be opened')
  }
}
