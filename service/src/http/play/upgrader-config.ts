import { readOffer } from '../../upgrader/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const upgraderConfigHandler: PlayHandler<'upgraderConfig'> = async (ctx, session, { query }) =>
  ok(await readOffer(ctx, session.operator, query.currency ?? session.currency))
