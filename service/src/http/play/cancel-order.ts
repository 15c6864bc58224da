import { cancelShippingOrder } from '../../shipping/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const cancelOrderHandler: PlayHandler<'cancelOrder'> = async (ctx, { operator, owner }, { params }) =>
  ok(await cancelShippingOrder(ctx, { operator, playerId: owner.playerId, publicId: params.publicId, actor: null }))
