import { readOrder } from '../../shipping/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { orderOwner } from './order-owner.ts'

export const getOrderHandler: S2sHandler<'getOrder'> = async (ctx, { operator }, { params, query }) => {
  const owner = await orderOwner(ctx, operator, query.playerExternalId)
  return ok({ order: await readOrder(ctx, owner, params.publicId) })
}
