import { readPage } from '../../kernel/index.ts'
import { listRounds } from '../../rounds/index.ts'
import { commaList } from '../comma-list.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const listRoundsHandler: S2sHandler<'listRounds'> = async (ctx, { operator }, { query }) => {
  const statuses = commaList(query.status)
  const page = readPage(query, [operator.operatorId, query.playerExternalId, statuses], ctx.limits.pageCount)
  const owner = await findOwner(ctx, operator, query.playerExternalId)
  if (!owner) return ok({ rounds: [], cursor: { next: null, prev: null } })
  return ok(await listRounds(ctx, owner, { statuses, page }))
}
