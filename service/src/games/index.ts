import { BOXES } from '../boxes/index.ts'
import type { Games, RoundRecord } from '../rounds/index.ts'
import { UPGRADER } from '../upgrader/index.ts'

/** Every game there is. Adding one begins here. */
export const GAMES: Games = { mystery_box: BOXES, upgrader: UPGRADER }

/** The game of a round. */
export const gameOf = (round: RoundRecord) => GAMES[round.game_key]
