import { readPage } from '../../kernel/index.ts'
import { listRounds } from '../../rounds/index.ts'
import { commaList } from '../comma-list.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const listRoundsHandler: PlayHandler<'listRounds'> = async (ctx, session, { query }) => {
  const statuses = commaList(query.status)
  return ok(
    await listRounds(ctx, session.owner, {
      statuses,
      page: readPage(query, [session.owner, statuses], ctx.limits.pageCount),
    }),
  )
}
