import type { ClickAnswer } from '../actions/index.ts'
import type { Context } from '../platform/index.ts'
import { beginOpen } from './begin-open.ts'
import type { OpenRequest } from './open-request.ts'
import { playRound } from './play-round.ts'
import { BOX_GAME } from './round.ts'
import { settleBoxes } from './settle-boxes.ts'

/**
 * Opens one or several boxes, as every game is played (`playRound`). Refuses, with no round: GAME_DISABLED, PLAYER_RESTRICTED,
 * UNKNOWN_BOX, BOX_NOT_PLAYABLE, UNSUPPORTED_CURRENCY, FX_RATE_MOVED, FREE_OPENS_EXHAUSTED, and WALLET_UNAVAILABLE when no wallet
 * is configured.
 */
export function openRound(ctx: Context, request: OpenRequest): Promise<ClickAnswer> {
  return playRound(ctx, {
    ...request,
    game: BOX_GAME,
    begin: (tx, publicId) => beginOpen(ctx, tx, request, publicId),
    settle: settleBoxes,
  })
}
