import { confirmPayout } from '../../inventory/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const confirmPayoutHandler: S2sHandler<'confirmPayout'> = async (ctx, { operator }, { params, body }) => {
  const { playerExternalId = null } = body
  const payout = await confirmPayout(ctx, { operatorId: operator.operatorId, payoutId: params.id, playerExternalId })
  return ok({ payout })
}
