import { createShippingOrder } from '../../shipping/index.ts'
import type { PlayHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'
import { orderRequest } from '../order-request.ts'

export const createOrderHandler: PlayHandler<'createOrder'> = async (ctx, session, { body }) => {
  const { operator, owner, playerExternalId, currency: chargedIn } = session
  const request = { operator, owner, playerExternalId, chargedIn, ...orderRequest(body) }
  return clickAnswer(await createShippingOrder(ctx, request))
}
