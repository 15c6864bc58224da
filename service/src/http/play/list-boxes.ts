import { browseBoxes } from '../../catalog/index.ts'
import { countFreeOpens } from '../../rounds/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const listBoxes: PlayHandler<'listBoxes'> = async (ctx, session, { query }) => {
  const { boxes, cursor } = await browseBoxes(ctx, session.operator, query, session, { onSaleOnly: true })
  const boxIds = boxes.map(({ boxId }) => boxId)
  const freeOpens = await ctx.tx(session.owner.operatorId, (tx) => countFreeOpens(ctx, tx, session, boxIds))
  return ok({ boxes: boxes.map((box) => ({ ...box, freeOpens: freeOpens.get(box.boxId) ?? 0 })), cursor })
}
