import { cancelPayout, confirmPayout, createPayout, listPayouts, readPayout } from '../inventory/index.ts'
import { readPage } from '../kernel/index.ts'
import { actionAnswer, ok, type Subject } from './handlers.ts'
import { commaList } from './read-input.ts'

/** Items that the casino itself pays out. */
export const payouts = {
  s2s: {
    createPayout: async (ctx, who, { body }) => actionAnswer(await createPayout(ctx, { ...who, ...body })),

    listPayouts: async (ctx, { operator }, { query }) => {
      const { operatorId } = operator
      const { playerExternalId = null } = query
      const statuses = commaList(query.status)
      const page = readPage(query, ['payouts', operatorId, playerExternalId, statuses], ctx.limits.pageCount)
      return ok(await listPayouts(ctx, { operatorId, playerExternalId, statuses }, page))
    },

    getPayout: async (ctx, { operator: { operatorId } }, { params, query }) => {
      const { playerExternalId = null } = query
      return ok({ payout: await readPayout(ctx, { operatorId, payoutId: params.id, playerExternalId }) })
    },

    confirmPayout: async (ctx, { operator: { operatorId } }, { params, body }) => {
      const { playerExternalId = null } = body
      return ok({ payout: await confirmPayout(ctx, { operatorId, payoutId: params.id, playerExternalId }) })
    },

    cancelPayout: async (ctx, { operator: { operatorId } }, { params, body }) => {
      const { playerExternalId = null } = body
      return ok({ payout: await cancelPayout(ctx, { operatorId, payoutId: params.id, playerExternalId }) })
    },
  },
} satisfies Subject
