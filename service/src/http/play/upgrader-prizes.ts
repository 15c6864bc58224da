import { listPrizes, stakeOf } from '../../upgrader/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const upgraderPrizesHandler: PlayHandler<'upgraderPrizes'> = async (ctx, session, { body }) => {
  const { operator, owner } = session
  const currency = body.currency ?? session.currency
  return ok(await listPrizes(ctx, { operator, owner, currency, chanceBps: body.chanceBps, stake: stakeOf(body) }))
}
