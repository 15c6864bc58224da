import type { GameKey } from '@coffer/contract/shapes'
import type { ActionKind, Click } from '../actions/index.ts'
import type { Owner } from '../kernel/index.ts'
import type { RoundRecord } from './store.ts'

/** Clicks of a game: both surfaces and all modes of it share one. */
const CLICK_OF: Readonly<Record<GameKey, ActionKind>> = { mystery_box: 'box_round', upgrader: 'upgrader' }

/** The click that plays: a `clientActionId` is unique for the player and the game. */
export function clickThatPlays(owner: Owner, game: GameKey, clientActionId: string): Click {
  return { owner, kind: CLICK_OF[game], clientActionId }
}

/** The click that a round was played by. */
export function clickOf(round: RoundRecord): Click {
  return clickThatPlays(ownerOf(round), round.game_key, round.client_action_id)
}

/** The click that a cancel of a held box is: the round's id stands for a `clientActionId`. */
export function clickThatCancels(round: RoundRecord): Click {
  return { owner: ownerOf(round), kind: 'held_cancel', clientActionId: round.public_id }
}

function ownerOf(round: RoundRecord): Owner {
  return { operatorId: round.operator_id, playerId: round.player_id }
}
