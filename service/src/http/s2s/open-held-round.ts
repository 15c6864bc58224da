import { Refusal } from '../../kernel/index.ts'
import { openHeldRound } from '../../rounds/index.ts'
import type { S2sHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const openHeldRoundHandler: S2sHandler<'openHeldRound'> = async (ctx, { operator }, { params, body }) => {
  const { playerExternalId } = body
  const owner = await findOwner(ctx, operator, playerExternalId)
  if (!owner) throw new Refusal('ROUND_NOT_FOUND')
  return clickAnswer(await openHeldRound(ctx, { operator, owner, playerExternalId, publicId: params.publicId }))
}
