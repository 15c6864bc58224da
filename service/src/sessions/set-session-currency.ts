import { getOperator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { sessionRate } from '../rates/index.ts'
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
    // The operator may have been converted since the session was read.
    const operator = await getOperator(tx, session.owner.operatorId)
    const rate = await sessionRate(ctx, tx, operator, currency)
    const ratePinnedAt = ctx.clock.now()
    await markCurrency(tx, session, { currency, rate, from: operator.currency, at: ratePinnedAt })
    return { currency, ratePinnedAt }
  })
}
