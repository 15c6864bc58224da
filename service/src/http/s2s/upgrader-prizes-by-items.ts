import { present } from '../../kernel/index.ts'
import { listPrizes } from '../../upgrader/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { stakeRequest } from '../stake-request.ts'
import { findOwner } from './find-owner.ts'

export const upgraderPrizesByItemsHandler: S2sHandler<'upgraderPrizesByItems'> = async (
  ctx,
  { operator },
  { query },
) => {
  const owner = await findOwner(ctx, operator, query.playerExternalId)
  const prizes = await listPrizes(ctx, { operator, owner, ...stakeRequest(query, operator.currency) })
  return ok({ ...prizes, stake: present(prizes.stake, 'a stake of items is counted') })
}
