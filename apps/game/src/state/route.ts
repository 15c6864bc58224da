import { signal } from '@preact/signals'

export type Route =
  | { readonly screen: 'lobby' }
  | { readonly screen: 'box'; readonly boxId: number }
  | { readonly screen: 'vault' }
  | { readonly screen: 'rounds' }
  | { readonly screen: 'fairness' }

export const route = signal<Route>(readRoute())

export function hrefOf(to: Route): string {
  return to.screen === 'box' ? `#/box/${to.boxId}` : to.screen === 'lobby' ? '#/' : `#/${to.screen}`
}

export function go(to: Route): void {
  location.hash = hrefOf(to)
}

/** Replaces the address without a new entry in the history, so that "back" leaves the game. */
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
  const [, screen, id] = location.hash.split('/')
  if (screen === 'box' && /^\d+$/.test(id ?? '')) return { screen: 'box', boxId: Number(id) }
  if (screen === 'vault' || screen === 'rounds' || screen === 'fairness') return { screen }
  return { screen: 'lobby' }
}
