import { removeItem } from '../../shipping/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const removeOrderItemHandler: PlayHandler<'removeOrderItem'> = async (ctx, session, { params, body }) => {
  const { operator, owner } = session
  const { inventoryItemId } = body
  return ok(await removeItem(ctx, { operator, owner, publicId: params.publicId, inventoryItemId }))
}
