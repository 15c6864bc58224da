import { browseBoxes } from '../../catalog/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const listBoxes: PlayHandler<'listBoxes'> = async (ctx, session, { query }) =>
  ok(await browseBoxes(ctx, session.operator, query, session, { onSaleOnly: true }))
