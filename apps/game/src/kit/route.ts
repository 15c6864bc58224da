import { signal } from '@preact/signals'
import { readView, type VaultView, viewPath } from './vault-view.ts'

export type Route =
  | { readonly screen: 'lobby' }
  | { readonly screen: 'box'; readonly boxId: number }
  | { readonly screen: 'upgrader' }
  | { readonly screen: 'vault'; readonly view: VaultView }
  | { readonly screen: 'orders' }
  | { readonly screen: 'rounds' }
  | { readonly screen: 'fairness' }

export const route = signal<Route>(readRoute())

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
  history.replaceState(null, '', location.pathname + location.search + hrefOf(to))
  route.value = to
}

let moved = false
/** True once the player has moved from one screen to another. */
export const hasMoved = () => moved

export function watchRoute(): void {
  addEventListener('hashchange', () => {
    if (carriesLaunch(location.hash)) return location.reload()
    moved = true
    route.value = readRoute()
    scrollTo(0, 0)
  })
}

/** A host that launches anew in the same frame changes nothing but the fragment, and that alone loads no page. */
function carriesLaunch(hash: string): boolean {
  return /[#&]token=/.test(hash)
}

function readRoute(): Route {
  const [, screen, first, second] = location.hash.split('/')
  if (screen === 'box' && /^\d+$/.test(first ?? '')) return { screen: 'box', boxId: Number(first) }
  if (screen === 'vault') return { screen, view: readView(first, second) }
  if (screen === 'upgrader' || screen === 'orders' || screen === 'rounds' || screen === 'fairness') return { screen }
  return { screen: 'lobby' }
}
