import { Refusal } from '../../kernel/index.ts'
import { getRound } from '../../rounds/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const getRoundHandler: S2sHandler<'getRound'> = async (ctx, { operator }, { params, query }) => {
  const owner = await findOwner(ctx, operator, query.playerExternalId)
  if (!owner) throw new Refusal('ROUND_NOT_FOUND')
  return ok({ round: await getRound(ctx, owner, params.publicId) })
}
