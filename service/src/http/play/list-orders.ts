import { readPage } from '../../kernel/index.ts'
import { listOrders } from '../../shipping/index.ts'
import { commaList } from '../comma-list.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const listOrdersHandler: PlayHandler<'listOrders'> = async (ctx, { owner }, { query }) => {
  const statuses = commaList(query.status)
  const page = readPage(query, ['orders', owner, statuses], ctx.limits.pageCount)
  return ok(await listOrders(ctx, owner, { statuses, page }))
}
