import { createShippingOrder } from '../../shipping/index.ts'
import type { S2sHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'
import { orderRequest } from '../order-request.ts'
import { ensureOwner } from './ensure-owner.ts'

export const createOrderHandler: S2sHandler<'createOrder'> = async (ctx, { operator }, { body }) => {
  const { playerExternalId } = body
  const owner = await ensureOwner(ctx, operator.operatorId, playerExternalId)
  const request = { operator, owner, playerExternalId, chargedIn: null, ...orderRequest(body) }
  const answer = await createShippingOrder(ctx, request)
  // The click may have been a player's own, whose answer names the balance; no answer of this surface does.
  return clickAnswer('order' in answer.body ? { ...answer, body: { ...answer.body, balanceAfterMinor: null } } : answer)
}
