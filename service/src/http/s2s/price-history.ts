import { readPriceHistory } from '../../inventory/index.ts'
import { Refusal } from '../../kernel/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const priceHistory: S2sHandler<'priceHistory'> = async (ctx, { operator }, { params, query }) => {
  const owner = await findOwner(ctx, operator, query.playerExternalId)
  if (!owner) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
  const asked = { inventoryItemId: params.id, currency: query.currency ?? operator.currency }
  return ok(await readPriceHistory(ctx, operator, owner, asked))
}
