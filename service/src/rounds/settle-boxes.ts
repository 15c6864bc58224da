import { holdRound } from './hold-round.ts'
import type { Settle } from './play-round.ts'
import { settleRound } from './settle-round.ts'

/** A box round that is paid for: drawn at once, or kept closed when that was bought. */
export const settleBoxes: Settle = (ctx, tx, settling) =>
  settling.round.mode === 'prepay' ? holdRound(ctx, tx, settling) : settleRound(ctx, tx, settling)
