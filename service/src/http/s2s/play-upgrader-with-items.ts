import { playUpgrader } from '../../upgrader/index.ts'
import type { S2sHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'
import { playRequest } from '../stake-request.ts'
import { ensureOwner } from './ensure-owner.ts'

export const playUpgraderWithItemsHandler: S2sHandler<'playUpgraderWithItems'> = async (
  ctx,
  { operator },
  { body },
) => {
  const { playerExternalId } = body
  const owner = await ensureOwner(ctx, operator.operatorId, playerExternalId)
  const click = playRequest(body, operator.currency)
  return clickAnswer(await playUpgrader(ctx, { operator, owner, playerExternalId, ...click }))
}
