import { cashBackItem } from '../../inventory/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const cashBackItemHandler: PlayHandler<'cashBackItem'> = async (ctx, session, { params, body }) =>
  ok(
    await cashBackItem(ctx, {
      operator: session.operator,
      owner: session.owner,
      playerExternalId: session.playerExternalId,
      inventoryItemId: params.id,
      currency: session.currency,
      expectedRevisionId: body.expectedRevisionId ?? null,
    }),
  )
