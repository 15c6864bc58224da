import type { Rate } from '@coffer/contract/rates'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'

/**
 * The current rates from these currencies to another. The operator's own is always one of them, so that a currency is refused with
 * UNSUPPORTED_CURRENCY whatever there is to convert.
 */
export async function ratesInto(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  { from, to }: { from: readonly string[]; to: string },
): Promise<Map<string, Rate>> {
  const rates = new Map<string, Rate>()
  for (const currency of new Set([operator.currency, ...from])) {
    rates.set(currency, await rateFor(ctx, tx, operator, currency, to))
  }
  return rates
}
