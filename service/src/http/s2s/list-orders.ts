import { readPage } from '../../kernel/index.ts'
import { listOrders } from '../../shipping/index.ts'
import { commaList } from '../comma-list.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const listOrdersHandler: S2sHandler<'listOrders'> = async (ctx, { operator }, { query }) => {
  const { playerExternalId } = query
  const statuses = commaList(query.status)
  const filters = ['orders', operator.operatorId, playerExternalId, statuses]
  const page = readPage(query, filters, ctx.limits.pageCount)
  const owner = await findOwner(ctx, operator, playerExternalId)
  if (!owner) return ok({ orders: [], cursor: { next: null, prev: null } })
  return ok(await listOrders(ctx, owner, { statuses, page }))
}
