import { HISTORY_TYPES } from '@coffer/contract/history'
import { type Context, reportFailure, type Tx } from '../platform/index.ts'
import { listRoundAmounts } from '../rounds/index.ts'
import { listFeedHeads, listPlacedEntries, type PlacedEntry } from '../wallet/index.ts'
import { isDrawn, publicIdOf, sumByDay } from './daily-totals.ts'
import { addToTotals, listTotalsHeads, lockTotalsHead } from './daily-totals-store.ts'

/**
 * Adds rounds that have entered the reconciliation feed to the totals of their days. Each entry of a feed is read once: its place is behind
 * the head of the totals afterwards. A call reads one batch of each operator, so one with a long feed does not delay the others. Returns the
 * number of entries. An operator whose totals fail does not stop the others.
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
      count += await ctx.tx(operatorId, (tx) => addBatch(ctx, tx, operatorId))
    } catch (error) {
      reportFailure(ctx, error, { operatorId }, 'the daily totals of an operator could not be updated')
    }
  }
  return count
}

async function addBatch(ctx: Context, tx: Tx, operatorId: number): Promise<number> {
  const head = await lockTotalsHead(tx, operatorId)
  const found = await listPlacedEntries(tx, operatorId, { after: head, count: ctx.limits.dailyTotalsBatchCount })
  const entries = untilUnknown(found)
  const last = entries.at(-1)
  if (!last) return 0
  const drawn = entries.filter(isDrawn)
  const rounds = await listRoundAmounts(tx, operatorId, drawn.map(publicIdOf))
  await addToTotals(tx, operatorId, sumByDay(drawn, rounds), last.position)
  return entries.length
}

/** The entries before the first of a type that this version does not know: a process of a later version continues there. */
function untilUnknown(entries: readonly PlacedEntry[]): readonly PlacedEntry[] {
  const types: readonly string[] = HISTORY_TYPES
  const unknown = entries.findIndex(({ type }) => !types.includes(type))
  return unknown < 0 ? entries : entries.slice(0, unknown)
}
