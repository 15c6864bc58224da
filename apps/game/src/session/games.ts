import type { GameKey } from '@coffer/contract/games'
import type { Route } from '../kit/route.ts'
import { current } from './session.ts'

/** Whether the operator has a game; a session of one of them may play the others. */
export const hasGame = (key: GameKey) => current().bootstrap.enabledGames.includes(key)

/** Where a session begins. */
export function homeRoute(): Route {
  return { screen: current().bootstrap.game.key === 'upgrader' ? 'upgrader' : 'lobby' }
}

/** What is shown at an address: one of a game that the operator does not have leads home. */
export function reachable(asked: Route): Route {
  if (asked.screen === 'upgrader') return hasGame('upgrader') ? asked : homeRoute()
  if (asked.screen === 'lobby' || asked.screen === 'box') return hasGame('mystery_box') ? asked : homeRoute()
  return asked
}
