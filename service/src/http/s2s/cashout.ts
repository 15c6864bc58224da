import { cashBackItem } from '../../inventory/index.ts'
import { Refusal } from '../../kernel/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const cashoutHandler: S2sHandler<'cashout'> = async (ctx, { operator }, { body }) => {
  const owner = await findOwner(ctx, operator, body.playerExternalId)
  if (!owner) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
  const { item, balanceAfterMinor } = await cashBackItem(ctx, {
    operator,
    owner,
    playerExternalId: body.playerExternalId,
    inventoryItemId: body.inventoryItemId,
    currency: body.currency ?? operator.currency,
    expectedRevisionId: body.expectedRevisionId ?? null,
  })
  return ok({ item: { ...item, inventoryItemId: item.id }, balanceAfterMinor })
}
