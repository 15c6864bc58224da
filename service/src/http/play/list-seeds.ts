import { listRevealedPairs } from '../../fairness/index.ts'
import { readPage } from '../../kernel/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const listSeeds: PlayHandler<'listSeeds'> = async (ctx, session, { query }) => {
  const page = readPage(query, ['seeds', session.owner], ctx.limits.pageCount)
  return ok(await listRevealedPairs(ctx, session.owner, page))
}
