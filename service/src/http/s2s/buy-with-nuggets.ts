import { buyWithNuggets } from '../../inventory/index.ts'
import { clickAnswer } from '../click-answer.ts'
import type { S2sHandler } from '../handlers.ts'
import { ensureOwner } from './ensure-owner.ts'

export const buyWithNuggetsHandler: S2sHandler<'buyWithNuggets'> = async (ctx, { operator }, { body }) => {
  const { playerExternalId, clientActionId, itemId } = body
  const owner = await ensureOwner(ctx, operator.operatorId, playerExternalId)
  return clickAnswer(await buyWithNuggets(ctx, { operator, owner, clientActionId, itemId }))
}
