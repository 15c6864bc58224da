import { playUpgrader } from '../../upgrader/index.ts'
import type { PlayHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'
import { playRequest } from '../stake-request.ts'

export const playUpgraderWithItemsHandler: PlayHandler<'playUpgraderWithItems'> = async (ctx, session, { body }) => {
  const { operator, owner, playerExternalId, currency } = session
  return clickAnswer(await playUpgrader(ctx, { operator, owner, playerExternalId, ...playRequest(body, currency) }))
}
