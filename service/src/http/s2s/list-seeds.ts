import { listRevealedPairs } from '../../fairness/index.ts'
import { readPage } from '../../kernel/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const listSeeds: S2sHandler<'listSeeds'> = async (ctx, { operator }, { query }) => {
  const page = readPage(query, ['seeds', operator.operatorId, query.playerExternalId], ctx.limits.pageCount)
  const owner = await findOwner(ctx, operator, query.playerExternalId)
  if (!owner) return ok({ seeds: [], cursor: { next: null, prev: null } })
  return ok(await listRevealedPairs(ctx, owner, page))
}
