import { showBox } from '../../catalog/index.ts'
import { countFreeOpensOfBox } from '../../rounds/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const getBox: PlayHandler<'getBox'> = async (ctx, session, { params }) => {
  const box = await showBox(ctx, session.operator, params.boxId, session)
  const freeOpens = await ctx.tx(session.owner.operatorId, (tx) => countFreeOpensOfBox(ctx, tx, session, box.boxId))
  return ok({ box: { ...box, freeOpens } })
}
