import { getRound } from '../../rounds/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const getRoundHandler: PlayHandler<'getRound'> = async (ctx, session, { params }) =>
  ok({ round: await getRound(ctx, session.owner, params.publicId) })
