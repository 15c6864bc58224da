import { playUpgrader, stakeOf } from '../../upgrader/index.ts'
import { clickAnswer } from '../click-answer.ts'
import type { S2sHandler } from '../handlers.ts'
import { ensureOwner } from './ensure-owner.ts'

export const playUpgraderHandler: S2sHandler<'playUpgrader'> = async (ctx, { operator }, { body }) => {
  const { playerExternalId, clientActionId, chanceBps, targetItemId } = body
  const owner = await ensureOwner(ctx, operator.operatorId, playerExternalId)
  const currency = body.currency ?? operator.currency
  const click = { clientActionId, chanceBps, targetItemId, currency, stake: stakeOf(body) }
  return clickAnswer(await playUpgrader(ctx, { operator, owner, playerExternalId, ...click }))
}
