import { listInventory, readFilter } from '../../inventory/index.ts'
import { readPage } from '../../kernel/index.ts'
import { rateFor } from '../../rates/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const listInventoryHandler: S2sHandler<'listInventory'> = async (ctx, { operator }, { query }) => {
  const filter = readFilter(query)
  const currency = query.currency ?? null
  const page = readPage(query, [operator.operatorId, query.playerExternalId, filter, currency], ctx.limits.pageCount)
  const owner = await findOwner(ctx, operator, query.playerExternalId)
  if (!owner) {
    if (currency !== null) {
      await ctx.tx(operator.operatorId, (tx) => rateFor(ctx, tx, operator, operator.currency, currency))
    }
    return ok({ items: [], cursor: { next: null, prev: null } })
  }
  return ok(await listInventory(ctx, operator, owner, { filter, currency, page }))
}
