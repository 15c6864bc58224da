import { RATE_OF_ONE, type Rate } from '@coffer/contract/rates'
import { Refusal } from '../kernel/index.ts'
import { type Operator, operatorCurrencies } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { currentRates } from './current-rates.ts'
import { rateBetween } from './rate-table.ts'

/**
 * The exact rate now in force from one currency to another. Throws UNSUPPORTED_CURRENCY when `to` is none of the operator's
 * currencies, or when either has no rate that can be used.
 */
export async function rateFor(ctx: Context, tx: Tx, operator: Operator, from: string, to: string): Promise<Rate> {
  if (from === to) return RATE_OF_ONE
  const table = operatorCurrencies(operator).includes(to) ? await currentRates(ctx, tx) : null
  const rate = table && rateBetween(table, from, to)
  if (!rate) throw new Refusal('UNSUPPORTED_CURRENCY')
  return rate
}
