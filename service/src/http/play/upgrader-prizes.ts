import { listPrizes } from '../../upgrader/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'
import { stakeRequest } from '../stake-request.ts'

export const upgraderPrizesHandler: PlayHandler<'upgraderPrizes'> = async (ctx, session, { body }) => {
  const { operator, owner, currency } = session
  return ok(await listPrizes(ctx, { operator, owner, ...stakeRequest(body, currency) }))
}
