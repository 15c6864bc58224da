import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { isRepeat, type Quotes, rateTableFaults, withQuotes } from './rate-table.ts'
import { findRates, findRatesOf, insertRates, lockRates } from './store.ts'

/**
 * Puts a new table of rates in force for every operator: one major unit of `base` is worth `rates[code]` units of `code`. Codes of
 * the same base that are not named keep the rate that they have; with another base the table begins anew.
 * `source` says where they come from. Throws a 422 that names each bad code or rate; then nothing is stored.
 */
export async function setRates(
  ctx: Context,
  base: string,
  rates: Record<string, string>,
  source: string,
): Promise<void> {
  const fields = rateTableFaults(base, rates)
  if (Object.keys(fields).length > 0) throw new Refusal('VALIDATION_FAILED', { fields })
  await putRates(ctx, { base, rates, at: ctx.clock.now(), isDated: true }, source)
}

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
