import { quoteShipping } from '../../shipping/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const quoteShippingHandler: S2sHandler<'quoteShipping'> = async (ctx, { operator }, { body }) => {
  const { playerExternalId, inventoryItemIds } = body
  const owner = await findOwner(ctx, operator, playerExternalId)
  return ok({ quote: await quoteShipping(ctx, { operator, owner, inventoryItemIds, chargedIn: null }) })
}
