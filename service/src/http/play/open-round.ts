import { openRound } from '../../rounds/index.ts'
import type { PlayHandler } from '../handlers.ts'
import { clickAnswer } from '../handlers.ts'

export const openRoundHandler: PlayHandler<'openRound'> = async (ctx, session, { body }) =>
  clickAnswer(
    await openRound(ctx, {
      operator: session.operator,
      owner: session.owner,
      playerExternalId: session.playerExternalId,
      launchId: session.launchId,
      currency: session.currency,
      pinned: { rate: session.rate, from: session.rateFrom, at: session.ratePinnedAt },
      mode: 'open',
      clientActionId: body.clientActionId,
      funding: body.funding ?? null,
      reels: body.reels,
    }),
  )
