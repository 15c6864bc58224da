import { Refusal } from '../../kernel/index.ts'
import { cancelHeldRound } from '../../rounds/index.ts'
import type { S2sHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'
import { findOwner } from './find-owner.ts'

export const cancelHeldRoundHandler: S2sHandler<'cancelHeldRound'> = async (ctx, { operator }, { body }) => {
  const { playerExternalId, roundPublicId } = body
  const owner = await findOwner(ctx, operator, playerExternalId)
  if (!owner) throw new Refusal('ROUND_NOT_FOUND')
  return clickAnswer(await cancelHeldRound(ctx, { operator, owner, playerExternalId, publicId: roundPublicId }))
}
