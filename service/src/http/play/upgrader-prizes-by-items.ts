import { present } from '../../kernel/index.ts'
import { listPrizes } from '../../upgrader/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'
import { stakeRequest } from '../stake-request.ts'

export const upgraderPrizesByItemsHandler: PlayHandler<'upgraderPrizesByItems'> = async (ctx, session, { body }) => {
  const { operator, owner, currency } = session
  const prizes = await listPrizes(ctx, { operator, owner, ...stakeRequest(body, currency) })
  return ok({ ...prizes, stake: present(prizes.stake, 'a stake of items is counted') })
}
