import { listPrizes, stakeOf } from '../../upgrader/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const upgraderPrizesHandler: S2sHandler<'upgraderPrizes'> = async (ctx, { operator }, { query }) => {
  const owner = await findOwner(ctx, operator, query.playerExternalId)
  const currency = query.currency ?? operator.currency
  return ok(await listPrizes(ctx, { operator, owner, currency, chanceBps: query.chanceBps, stake: stakeOf(query) }))
}
