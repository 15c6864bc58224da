import { askedStatuses, listCampaigns } from '../../campaigns/index.ts'
import { readPage } from '../../kernel/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const listCampaignsHandler: S2sHandler<'listCampaigns'> = async (ctx, { operator }, { query }) => {
  const { operatorId } = operator
  const { playerExternalId = null } = query
  const statuses = askedStatuses(query.status)
  const page = readPage(query, ['campaigns', operatorId, playerExternalId, statuses], ctx.limits.pageCount)
  const owner = playerExternalId === null ? null : await findOwner(ctx, operator, playerExternalId)
  if (playerExternalId !== null && !owner) return ok({ campaigns: [], cursor: { next: null, prev: null } })
  return ok(await listCampaigns(ctx, { operatorId, playerId: owner?.playerId ?? null, statuses }, page))
}
