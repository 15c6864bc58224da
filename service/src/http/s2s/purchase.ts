import { invalidField, Refusal } from '../../kernel/index.ts'
import { openRound } from '../../rounds/index.ts'
import type { S2sHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'
import { ensureOwner } from './ensure-owner.ts'

export const purchaseHandler: S2sHandler<'purchase'> = async (ctx, { operator, scopes }, { body }) => {
  if (body.gameKey === 'upgrader') throw invalidField('gameKey', 'a purchase opens boxes')
  if (body.funding === 'operator' && !scopes.includes('funding')) throw new Refusal('SCOPE_MISSING')
  return clickAnswer(
    await openRound(ctx, {
      operator,
      owner: await ensureOwner(ctx, operator.operatorId, body.playerExternalId),
      playerExternalId: body.playerExternalId,
      launchId: null,
      currency: body.currency ?? operator.currency,
      pinned: null,
      mode: body.mode ?? 'open',
      clientActionId: body.clientActionId,
      funding: body.funding ?? null,
      reels: body.reels,
    }),
  )
}
