import type { Context } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import type { Session } from './session.ts'
import { markCurrency } from './store.ts'

/**
 * Charges the session in this currency from the next purchase on, at the rate of now; the same currency pins its rate anew.
 * Throws UNSUPPORTED_CURRENCY.
 */
export async function setSessionCurrency(
  ctx: Context,
  session: Session,
  currency: string,
): Promise<{ currency: string; ratePinnedAt: Date }> {
  return ctx.tx(session.owner.operatorId, async (tx) => {
    const rate = await rateFor(ctx, tx, session.operator, session.operator.currency, currency)
    const ratePinnedAt = ctx.clock.now()
    await markCurrency(tx, session, { currency, rate, at: ratePinnedAt })
    return { currency, ratePinnedAt }
  })
}
