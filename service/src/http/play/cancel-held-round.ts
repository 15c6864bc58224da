import { cancelHeldRound } from '../../rounds/index.ts'
import type { PlayHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'

export const cancelHeldRoundHandler: PlayHandler<'cancelHeldRound'> = async (ctx, session, { params }) => {
  const { operator, owner, playerExternalId } = session
  return clickAnswer(await cancelHeldRound(ctx, { operator, owner, playerExternalId, publicId: params.publicId }))
}
