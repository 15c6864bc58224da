import { readPage } from '../../kernel/index.ts'
import { listRounds } from '../../rounds/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const listRoundsHandler: PlayHandler<'listRounds'> = async (ctx, session, { query }) => {
  const statuses = (query.status ?? '').split(',')
  return ok(
    await listRounds(ctx, session.owner, {
      statuses,
      page: readPage(query, [session.owner, statuses], ctx.limits.pageCount),
    }),
  )
}
