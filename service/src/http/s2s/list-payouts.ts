import { listPayouts } from '../../inventory/index.ts'
import { readPage } from '../../kernel/index.ts'
import { commaList } from '../comma-list.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const listPayoutsHandler: S2sHandler<'listPayouts'> = async (ctx, { operator }, { query }) => {
  const { operatorId } = operator
  const { playerExternalId = null } = query
  const statuses = commaList(query.status)
  const page = readPage(query, ['payouts', operatorId, playerExternalId, statuses], ctx.limits.pageCount)
  return ok(await listPayouts(ctx, { operatorId, playerExternalId, statuses }, page))
}
