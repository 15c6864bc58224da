import { readFairnessState } from '../../fairness/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { ensureOwner } from './ensure-owner.ts'

export const fairnessState: S2sHandler<'fairnessState'> = async (ctx, { operator }, { query }) => {
  const owner = await ensureOwner(ctx, operator.operatorId, query.playerExternalId)
  return ok(await ctx.tx(owner.operatorId, (tx) => readFairnessState(ctx, tx, owner)))
}
