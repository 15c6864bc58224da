import { type Context, reportFailure, type Tx } from '../platform/index.ts'
import { listRoundAmounts } from '../rounds/index.ts'
import { listFeedHeads, listPlacedEntries } from '../wallet/index.ts'
import { isDrawn, sumByDay } from './daily-totals.ts'
import { addToTotals, listTotalsHeads, lockTotalsHead } from './daily-totals-store.ts'

/**
 * Adds the rounds that have entered the reconciliation feed since the last call to the totals of their days. Each entry of a feed is read
 * once: its place is behind the head of the totals afterwards. Returns the number of entries. An operator whose totals fail does not hold up
 * the others.
 */
export async function addAllDailyTotals(ctx: Context): Promise<number> {
  const behind = await ctx.systemTx(async (tx) => {
    const added = await listTotalsHeads(tx)
    const feeds = await listFeedHeads(tx)
    return feeds.filter(({ operatorId, lastPosition }) => lastPosition > (added.get(operatorId) ?? 0))
  })
  let count = 0
  for (const { operatorId } of behind) {
    try {
      count += await addDailyTotals(ctx, operatorId)
    } catch (error) {
      reportFailure(ctx, error, { operatorId }, 'the daily totals of an operator could not be updated')
    }
  }
  return count
}

async function addDailyTotals(ctx: Context, operatorId: number): Promise<number> {
  for (let count = 0; ; ) {
    const added = await ctx.tx(operatorId, (tx) => addBatch(ctx, tx, operatorId))
    count += added
    if (added < ctx.limits.dailyTotalsBatchCount) return count
  }
}

async function addBatch(ctx: Context, tx: Tx, operatorId: number): Promise<number> {
  const head = await lockTotalsHead(tx, operatorId)
  const entries = await listPlacedEntries(tx, operatorId, { after: head, count: ctx.limits.dailyTotalsBatchCount })
  const last = entries.at(-1)
  if (!last) return 0
  const drawn = entries.filter(isDrawn)
  const rounds = await listRoundAmounts(
    tx,
    operatorId,
    drawn.map(({ roundPublicId }) => roundPublicId ?? ''),
  )
  await addToTotals(tx, operatorId, sumByDay(drawn, rounds), last.position)
  return entries.length
}
