import type { GameKey } from '@coffer/contract/games'
import { boxGame } from '../opening/game.tsx'
import type { GameParts } from '../play/games.ts'
import { upgraderGame } from '../upgrader/game.ts'

/**
 * The games of the house, in the order of the navigation. A new one brings a folder named by its key, whose `game.ts` exports its
 * GamePart, and a row here; its words, among them `nav.<key>` and `home.<key>`, stand in a file of packages/web/src/text/messages, and
 * its routes in the table of packages/web/src/api/client.ts. Its screen is at `#/<key>`.
 */
export const GAMES: GameParts = {
  mystery_box: boxGame,
  upgrader: upgraderGame,
}

export const GAME_KEYS = Object.keys(GAMES) as GameKey[]
