import type { Rate } from '@coffer/contract/rates'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import type { Attribute } from './attributes.ts'
import type { Showing } from './box-view.ts'

/** How boxes are shown in a currency: at the rate given, or at the current one. Throws UNSUPPORTED_CURRENCY. */
export async function showingIn(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  money: { currency: string; rate?: Rate },
  declared: readonly Attribute[],
): Promise<Showing> {
  const rate = money.rate ?? (await rateFor(ctx, tx, operator, operator.currency, money.currency))
  return { baseUrl: ctx.config.baseUrl, declared, from: operator.currency, currency: money.currency, rate }
}
