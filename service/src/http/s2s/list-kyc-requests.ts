import { readPage } from '../../kernel/index.ts'
import { listKycRequests } from '../../kyc/index.ts'
import { commaList } from '../comma-list.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const listKycRequestsHandler: S2sHandler<'listKycRequests'> = async (ctx, { operator, keyId }, { query }) => {
  const { operatorId } = operator
  const { playerExternalId = null } = query
  const statuses = commaList(query.status)
  const page = readPage(query, ['kyc_requests', operatorId, playerExternalId, statuses], ctx.limits.pageCount)
  const owner = playerExternalId === null ? null : await findOwner(ctx, operator, playerExternalId)
  if (playerExternalId !== null && !owner) return ok({ requests: [], cursor: { next: null, prev: null } })
  const reader = { operatorId, playerId: owner?.playerId ?? null, actor: keyId }
  return ok(await listKycRequests(ctx, reader, { statuses, page }))
}
