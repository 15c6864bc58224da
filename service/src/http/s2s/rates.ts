import { currentRates } from '../../rates/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

/** The table that every price is converted with; before the first one, the operator's own currency alone. */
export const rates: S2sHandler<'rates'> = async (ctx, { operator }) => {
  const table = await ctx.tx(operator.operatorId, (tx) => currentRates(ctx, tx))
  if (!table) return ok({ base: operator.currency, ratesAt: null, rates: {} })
  return ok({ base: table.base, ratesAt: table.ratesAt.toISOString(), rates: table.rates })
}
