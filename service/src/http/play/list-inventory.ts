import { listInventory, readStates } from '../../inventory/index.ts'
import { readPage } from '../../kernel/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const listInventoryHandler: PlayHandler<'listInventory'> = async (ctx, session, { query }) => {
  const states = readStates(query.state)
  const currency = query.currency ?? null
  const page = readPage(query, [session.owner, states, currency], ctx.limits.pageCount)
  return ok(await listInventory(ctx, session.operator, session.owner, { states, currency, page }))
}
