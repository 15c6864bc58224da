import type { GameKey } from '@coffer/contract/games'
import { type GameRoute, gameOf, homeOf, type Route } from '../kit/route.ts'
import { current } from './session.ts'

/** Whether the operator has a game; a session of one of them may play the others. */
export const hasGame = (key: GameKey) => current().bootstrap.enabledGames.includes(key)

/** Where a session begins. */
export const homeRoute = (): GameRoute => homeOf(current().bootstrap.game.key)

/** What is shown at an address: one of a game that the operator does not have leads home. */
export function reachable(asked: Route): Route {
  const game = gameOf(asked)
  return game === null || hasGame(game) ? asked : homeRoute()
}
