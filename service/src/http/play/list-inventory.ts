import { listInventory, readFilter } from '../../inventory/index.ts'
import { readPage } from '../../kernel/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const listInventoryHandler: PlayHandler<'listInventory'> = async (ctx, session, { query }) => {
  const filter = readFilter(query)
  const currency = query.currency ?? null
  const page = readPage(query, [session.owner, filter, currency], ctx.limits.pageCount)
  return ok(await listInventory(ctx, session.operator, session.owner, { filter, currency, page }))
}
