import { setSessionCurrency } from '../../sessions/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const setCurrency: PlayHandler<'setCurrency'> = async (ctx, session, { body }) => {
  const { currency, ratePinnedAt } = await setSessionCurrency(ctx, session, body.currency)
  return ok({ currency, ratePinnedAt: ratePinnedAt.toISOString() })
}
