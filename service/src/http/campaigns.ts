import { askedStatuses, cancelCampaign, createCampaign, getCampaign, listCampaigns } from '../campaigns/index.ts'
import { readPage } from '../kernel/index.ts'
import { created, ok, replayHeaders, type Subject } from './handlers.ts'
import { listOf, NO_PAGES } from './who.ts'

/** Free opens that the operator pays for. */
export const campaigns = {
  s2s: {
    createCampaign: async (ctx, { operator, actor }, { body }) => {
      const wish = { operatorId: operator.operatorId, body, actor }
      const { campaign, replayed } = await createCampaign(ctx, wish)
      return { ...created({ campaign }), headers: replayHeaders(replayed) }
    },

    listCampaigns: async (ctx, who, { query }) => {
      const { operator, owner, playerExternalId } = who
      const statuses = askedStatuses(query.status)
      const page = readPage(query, ['campaigns', ...listOf(who), statuses], ctx.limits.pageCount)
      if (playerExternalId !== null && !owner) return ok({ campaigns: [], cursor: NO_PAGES })
      const asked = { operatorId: operator.operatorId, playerId: owner?.playerId ?? null, statuses }
      return ok(await listCampaigns(ctx, asked, page))
    },

    getCampaign: async (ctx, { operator }, { params }) => ok(await getCampaign(ctx, operator.operatorId, params.extId)),

    cancelCampaign: async (ctx, { operator, actor }, { params }) => {
      const { operatorId } = operator
      return ok({ campaign: await cancelCampaign(ctx, { operatorId, extId: params.extId, actor }) })
    },
  },
} satisfies Subject
