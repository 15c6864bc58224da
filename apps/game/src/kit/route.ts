import type { GameKey } from '@coffer/contract/games'
import { signal } from '@preact/signals'
import { readView, type VaultView, viewPath } from './vault-view.ts'

type OneScreenGame = Exclude<GameKey, 'mystery_box'>

/** A game has one screen, named by its key; the boxes have two. */
export type GameRoute =
  | { readonly screen: 'lobby' }
  | { readonly screen: 'box'; readonly boxId: number }
  | { readonly screen: OneScreenGame }

export type Route =
  | GameRoute
  | { readonly screen: 'vault'; readonly view: VaultView }
  | { readonly screen: 'orders' }
  | { readonly screen: 'rounds' }
  | { readonly screen: 'fairness' }

export const route = signal<Route>({ screen: 'lobby' })

/** Where a game begins. */
export function homeOf(game: GameKey): GameRoute {
  return { screen: game === 'mystery_box' ? 'lobby' : game }
}

/** The game that a screen belongs to, or null. */
export function gameOf(at: GameRoute): GameKey
export function gameOf(at: Route): GameKey | null
export function gameOf({ screen }: Route): GameKey | null {
  switch (screen) {
    case 'lobby':
    case 'box':
      return 'mystery_box'
    case 'vault':
    case 'orders':
    case 'rounds':
    case 'fairness':
      return null
    default:
      return screen
  }
}

export function hrefOf(to: Route): string {
  switch (to.screen) {
    case 'lobby':
      return '#/'
    case 'box':
      return `#/box/${to.boxId}`
    case 'vault':
      return `#/vault${viewPath(to.view)}`
    default:
      return `#/${to.screen}`
  }
}

/** Replaces the address without a new entry in the history: "back" leaves the game, or the screen, and not a tab of it. */
export function land(to: Route): void {
  history.replaceState(history.state, '', location.pathname + location.search + hrefOf(to))
  route.value = to
}

let moved = false
/** True once the player has moved from one screen to another. */
export const hasMoved = () => moved

/** Follows the address from now on. `games` are those of the house. */
export function watchRoute(games: readonly GameKey[]): void {
  route.value = readRoute(games)
  addEventListener('hashchange', () => {
    if (carriesLaunch(location.hash)) return location.reload()
    moved = true
    route.value = readRoute(games)
    scrollTo(0, 0)
  })
}

/** A host that launches anew in the same frame changes nothing but the fragment, and that alone loads no page. */
function carriesLaunch(hash: string): boolean {
  return /[#&]token=/.test(hash)
}

function readRoute(games: readonly GameKey[]): Route {
  const [, screen, first, second] = location.hash.split('/')
  if (screen === 'box' && /^\d+$/.test(first ?? '')) return { screen: 'box', boxId: Number(first) }
  if (screen === 'vault') return { screen, view: readView(first, second) }
  if (screen === 'orders' || screen === 'rounds' || screen === 'fairness') return { screen }
  return homeOf(games.find((game) => game === screen) ?? 'mystery_box')
}
