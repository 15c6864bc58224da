import { playUpgrader, stakeOf } from '../../upgrader/index.ts'
import { clickAnswer } from '../click-answer.ts'
import type { PlayHandler } from '../handlers.ts'

export const playUpgraderWithItemsHandler: PlayHandler<'playUpgraderWithItems'> = async (ctx, session, { body }) => {
  const { operator, owner, playerExternalId } = session
  const { clientActionId, chanceBps, targetItemId } = body
  const currency = body.currency ?? session.currency
  const click = { clientActionId, chanceBps, targetItemId, currency, stake: stakeOf(body) }
  return clickAnswer(await playUpgrader(ctx, { operator, owner, playerExternalId, ...click }))
}
