import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../platform/index.ts'
import { isRepeat, type Quotes, withQuotes } from './rate-table.ts'
import { findRates, findRatesOf, insertRates, lockRates } from './store.ts'

/** Lays quotes over the table in force and puts the result in force; nothing when they say nothing new. */
export async function putRates(ctx: Context, quotes: Quotes, source: string): Promise<void> {
  await ctx.systemTx(async (tx) => {
    await lockRates(tx)
    if (isRepeat(quotes, await findRatesOf(tx, source))) return
    const before = await findRates(tx)
    const table = withQuotes(before, quotes)
    if (!isDeepStrictEqual(table, before)) await insertRates(tx, table, source, ctx.clock.now())
  })
}
