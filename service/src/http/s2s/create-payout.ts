import { createPayout } from '../../inventory/index.ts'
import { Refusal } from '../../kernel/index.ts'
import type { S2sHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const createPayoutHandler: S2sHandler<'createPayout'> = async (ctx, { operator }, { body }) => {
  const owner = await findOwner(ctx, operator, body.playerExternalId)
  if (!owner) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
  return clickAnswer(await createPayout(ctx, { operator, owner, ...body }))
}
