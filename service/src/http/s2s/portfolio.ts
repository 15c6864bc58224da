import { readFilter, readPortfolio } from '../../inventory/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const portfolio: S2sHandler<'portfolio'> = async (ctx, { operator }, { query }) => {
  const owner = await findOwner(ctx, operator, query.playerExternalId)
  const filter = readFilter({ ...query, collectible: true })
  return ok(await readPortfolio(ctx, operator, owner, { filter, currency: query.currency ?? operator.currency }))
}
