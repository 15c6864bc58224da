import { showBox } from '../../catalog/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const getBox: PlayHandler<'getBox'> = async (ctx, session, { params }) =>
  ok({ box: await showBox(ctx, session.operator, params.boxId, session) })
