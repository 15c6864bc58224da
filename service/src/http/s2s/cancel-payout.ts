import { cancelPayout } from '../../inventory/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const cancelPayoutHandler: S2sHandler<'cancelPayout'> = async (ctx, { operator }, { params, body }) => {
  const { playerExternalId = null } = body
  const payout = await cancelPayout(ctx, { operatorId: operator.operatorId, payoutId: params.id, playerExternalId })
  return ok({ payout })
}
