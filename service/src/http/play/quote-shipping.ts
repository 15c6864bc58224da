import { quoteShipping } from '../../shipping/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const quoteShippingHandler: PlayHandler<'quoteShipping'> = async (ctx, session, { body }) => {
  const { operator, owner, currency: chargedIn } = session
  return ok({ quote: await quoteShipping(ctx, { operator, owner, chargedIn, ...body }) })
}
