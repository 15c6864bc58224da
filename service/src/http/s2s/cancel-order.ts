import { cancelShippingOrder } from '../../shipping/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { orderOwner } from './order-owner.ts'

export const cancelOrderHandler: S2sHandler<'cancelOrder'> = async (ctx, { operator }, { params, body }) => {
  const { playerId } = await orderOwner(ctx, operator, body.playerExternalId)
  const { order } = await cancelShippingOrder(ctx, { operator, playerId, publicId: params.publicId, actor: null })
  return ok({ order, balanceAfterMinor: null })
}
