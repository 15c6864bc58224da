import { readFairnessState } from '../../fairness/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const fairnessState: PlayHandler<'fairnessState'> = async (ctx, { owner }) =>
  ok(await ctx.tx(owner.operatorId, (tx) => readFairnessState(ctx, tx, owner)))
