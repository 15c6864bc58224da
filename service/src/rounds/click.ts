import type { GameKey } from '@coffer/contract/shapes'
import type { Click } from '../actions/index.ts'
import type { Owner } from '../kernel/index.ts'
import { CLICK_OF } from './round.ts'

export type RoundClick = { owner: Owner; game: GameKey; clientActionId: string }

/** The click that plays a round: a `clientActionId` is unique for the player and the game. */
export function clickOf(of: RoundClick): Click {
  return { owner: of.owner, kind: CLICK_OF[of.game], clientActionId: of.clientActionId }
}
