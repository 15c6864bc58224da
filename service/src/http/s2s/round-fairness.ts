import { Refusal } from '../../kernel/index.ts'
import { getRoundProof } from '../../rounds/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const roundFairnessHandler: S2sHandler<'roundFairness'> = async (ctx, { operator }, { params, query }) => {
  const owner = await findOwner(ctx, operator, query.playerExternalId)
  if (!owner) throw new Refusal('ROUND_NOT_FOUND')
  return ok({ round: await getRoundProof(ctx, owner, params.publicId) })
}
