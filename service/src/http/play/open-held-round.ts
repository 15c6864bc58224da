import { openHeldRound } from '../../rounds/index.ts'
import type { PlayHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'

export const openHeldRoundHandler: PlayHandler<'openHeldRound'> = async (ctx, session, { params }) => {
  const { operator, owner, playerExternalId } = session
  return clickAnswer(await openHeldRound(ctx, { operator, owner, playerExternalId, publicId: params.publicId }))
}
