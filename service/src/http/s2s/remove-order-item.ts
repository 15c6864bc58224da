import { removeItem } from '../../shipping/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { orderOwner } from './order-owner.ts'

export const removeOrderItemHandler: S2sHandler<'removeOrderItem'> = async (ctx, { operator }, { params, body }) => {
  const { playerExternalId, inventoryItemId } = body
  const owner = await orderOwner(ctx, operator, playerExternalId)
  return ok(await removeItem(ctx, { operator, owner, publicId: params.publicId, inventoryItemId }))
}
