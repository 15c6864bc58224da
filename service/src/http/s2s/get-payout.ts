import { readPayout } from '../../inventory/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const getPayout: S2sHandler<'getPayout'> = async (ctx, { operator }, { params, query }) => {
  const { playerExternalId = null } = query
  const payout = await readPayout(ctx, { operatorId: operator.operatorId, payoutId: params.id, playerExternalId })
  return ok({ payout })
}
