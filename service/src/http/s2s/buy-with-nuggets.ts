import { buyWithNuggets } from '../../shipping/index.ts'
import type { S2sHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'
import { ensureOwner } from './ensure-owner.ts'

export const buyWithNuggetsHandler: S2sHandler<'buyWithNuggets'> = async (ctx, { operator }, { body }) => {
  const { playerExternalId, clientActionId, itemId, address, contact, notes } = body
  const owner = await ensureOwner(ctx, operator.operatorId, playerExternalId)
  const delivery = address && contact ? { address, contactEmail: contact.email, userNotes: notes || null } : null
  return clickAnswer(await buyWithNuggets(ctx, { operator, owner, playerExternalId, clientActionId, itemId, delivery }))
}
