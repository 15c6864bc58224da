import { isLiveCurrency } from '@coffer/contract/currencies'
import { RATE_OF_ONE, type Rate } from '@coffer/contract/rates'
import { later, Refusal } from '../kernel/index.ts'
import { ENDED_CURRENCY, type Operator, operatorCurrencies } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { quotedSince, type RateTable, rateBetween } from './rate-table.ts'
import { findRates } from './store.ts'

/** The rates that can be used now, or null before the first ones. Where a feed is set, a rate has its age; by hand it has none. */
export async function currentRates(ctx: Context, tx: Tx): Promise<RateTable | null> {
  const table = await findRates(tx)
  if (table === null || ctx.config.ratesFeed === null) return table
  return quotedSince(table, later(ctx.clock.now(), -ctx.limits.quoteAgeMs))
}

/**
 * The exact rate now in force from one currency to another. Throws UNSUPPORTED_CURRENCY when `to` is none of the operator's
 * currencies, or when either has no rate that can be used.
 */
export async function rateFor(ctx: Context, tx: Tx, operator: Operator, from: string, to: string): Promise<Rate> {
  if (from === to) return RATE_OF_ONE
  const rate = operatorCurrencies(operator).includes(to) ? await currentRate(ctx, tx, from, to) : null
  if (!rate) throw new Refusal('UNSUPPORTED_CURRENCY')
  return rate
}

/** The rate at which a session begins or goes on. Throws UNSUPPORTED_CURRENCY for a currency that has ended, too. */
export async function sessionRate(ctx: Context, tx: Tx, operator: Operator, currency: string): Promise<Rate> {
  const rate = await rateFor(ctx, tx, operator, operator.currency, currency)
  if (!isLiveCurrency(currency)) throw new Refusal('UNSUPPORTED_CURRENCY', { fields: { currency: [ENDED_CURRENCY] } })
  return rate
}

/** The same between any two currencies, whoever uses them; null when either has no rate that can be used. */
export async function currentRate(ctx: Context, tx: Tx, from: string, to: string): Promise<Rate | null> {
  if (from === to) return RATE_OF_ONE
  const table = await currentRates(ctx, tx)
  return table && rateBetween(table, from, to)
}
