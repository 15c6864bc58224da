import { readPage } from '../kernel/index.ts'
import { readDeliveries, readDelivery, replayDeliveries, replayDelivery, testEndpoint } from '../webhooks/index.ts'
import { created, ok, type Subject } from './handlers.ts'
import { timeOrNull } from './read-input.ts'

/** What was sent to an operator's endpoints, and sending it again. */
export const webhooks = {
  s2s: {
    listDeliveries: async (ctx, { operator: { operatorId } }, { query }) => {
      const { status = null, type = null, endpointId = null, from = null, to = null } = query
      const filters = ['deliveries', operatorId, status, type, endpointId, from, to]
      const page = readPage(query, filters, ctx.limits.pageCount)
      const period = { from: timeOrNull(from), to: timeOrNull(to) }
      return ok(await readDeliveries(ctx, { operatorId, status, type, endpointId, ...period }, page))
    },

    /** A key that may only read sees no personal data: an event of a verification is shown to keys with the scope `kyc`. */
    getDelivery: async (ctx, { operator, actor, scopes }, { params }) => {
      const reader = { operatorId: operator.operatorId, actor, mayReadPersonalData: scopes.includes('kyc') }
      return ok({ delivery: await readDelivery(ctx, reader, params.deliveryId) })
    },

    replayDelivery: async (ctx, { operator }, { params }) =>
      ok({ delivery: await replayDelivery(ctx, operator.operatorId, params.deliveryId) }),

    replayDeliveries: async (ctx, { operator }, { body }) =>
      ok({ replayedCount: await replayDeliveries(ctx, operator.operatorId, new Date(body.from), new Date(body.to)) }),

    testEndpoint: async (ctx, { operator }, { params }) =>
      created({ delivery: await testEndpoint(ctx, operator.operatorId, params.endpointId) }),
  },
} satisfies Subject
