import type { GameKey } from '@coffer/contract/games'
import { boxGame } from '../opening/game.tsx'
import type { GameParts } from '../play/games.ts'
import { upgraderGame } from '../upgrader/game.ts'

/**
 * The games of the house, in the order of the navigation. A new one brings a folder named by its key, whose `game.ts` exports its
 * GamePart and whose screen imports its styles, and a row here. Its words, among them `nav.<key>` and `home.<key>`, stand in a file of
 * packages/web/src/text/messages, its routes in the table of packages/web/src/api/client.ts; its screen is shown at `#/<key>`.
 */
export const GAMES: GameParts = {
  mystery_box: boxGame,
  upgrader: upgraderGame,
}

export const GAME_KEYS = Object.keys(GAMES) as GameKey[]
