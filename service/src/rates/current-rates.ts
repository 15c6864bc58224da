import { later } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { quotedSince, type RateTable } from './rate-table.ts'
import { findRates } from './store.ts'

/** The rates that can be used now, or null before the first ones. Where a feed is set, a rate has its age; by hand it has none. */
export async function currentRates(ctx: Context, tx: Tx): Promise<RateTable | null> {
  const table = await findRates(tx)
  if (table === null || ctx.config.ratesFeed === null) return table
  return quotedSince(table, later(ctx.clock.now(), -ctx.limits.quoteAgeMs))
}
