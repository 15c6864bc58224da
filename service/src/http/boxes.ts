import { countFreeOpens, countFreeOpensOfBox } from '../boxes/index.ts'
import { browseBoxes, showBox } from '../catalog/index.ts'
import { ok, type Subject } from './handlers.ts'

/** The catalogue: to a player what is on sale, with the free opens that they have; to a backend all of it. */
export const boxes = {
  play: {
    listBoxes: async (ctx, session, { query }) => {
      const { boxes, cursor } = await browseBoxes(ctx, session.operator, query, session, { onSaleOnly: true })
      const boxIds = boxes.map(({ boxId }) => boxId)
      const freeOpens = await ctx.tx(session.owner.operatorId, (tx) => countFreeOpens(ctx, tx, session, boxIds))
      return ok({ boxes: boxes.map((box) => ({ ...box, freeOpens: freeOpens.get(box.boxId) ?? 0 })), cursor })
    },

    getBox: async (ctx, session, { params }) => {
      const box = await showBox(ctx, session.operator, params.boxId, session)
      const freeOpens = await ctx.tx(session.owner.operatorId, (tx) => countFreeOpensOfBox(ctx, tx, session, box.boxId))
      return ok({ box: { ...box, freeOpens } })
    },
  },
  s2s: {
    listBoxes: async (ctx, { operator, currency }, { query }) =>
      ok(await browseBoxes(ctx, operator, query, { currency: query.currency ?? currency })),

    getBox: async (ctx, { operator, currency }, { params, query }) =>
      ok({ box: await showBox(ctx, operator, params.boxId, { currency: query.currency ?? currency }) }),
  },
} satisfies Subject
