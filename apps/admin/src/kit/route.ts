import type { KycStatus } from '@coffer/contract/s2s-kyc'
import { signal } from '@preact/signals'
import type { QueueAsk } from './api.ts'
import { showNotice } from './notice.ts'

/** Where the reviewer is: at a case, or at the queue. The queue's filter stays in the address of a case too, for the way back. */
export type Route = { requestId: number | null; ask: QueueAsk }

export const STATUSES: readonly KycStatus[] = ['SUBMITTED', 'PENDING', 'CONFIRMED', 'REJECTED']

export const route = signal<Route>(readRoute())

export function hrefOf({ requestId, ask }: Route): string {
  const { status, operator, cursor } = ask
  const query = new URLSearchParams({
    ...(status !== 'SUBMITTED' && { status }),
    ...(operator && { operator }),
    ...(cursor && { cursor }),
  })
  const path = requestId === null ? '/admin/' : `/admin/kyc/${requestId}`
  return `${query}` === '' ? path : `${path}?${query}`
}

export function go(to: Route): void {
  history.pushState(null, '', hrefOf(to))
  route.value = to
  scrollTo(0, 0)
}

/** For a link of the desk: a plain click moves within the page, and any other does what browsers do. */
export function follow(event: MouseEvent, to: Route): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  showNotice('')
  go(to)
}

export function watchRoute(): void {
  addEventListener('popstate', () => {
    route.value = readRoute()
  })
  // Another link that is opened in the same tab changes nothing but the fragment, and that alone loads no page.
  addEventListener('hashchange', () => {
    if (location.hash.includes('token=')) location.reload()
  })
}

function readRoute(): Route {
  const requestId = /^\/admin\/kyc\/([1-9]\d{0,14})$/.exec(location.pathname)?.[1]
  const query = new URLSearchParams(location.search)
  const status = STATUSES.find((one) => one === query.get('status')) ?? 'SUBMITTED'
  const ask = { status, operator: query.get('operator'), cursor: query.get('cursor') }
  return { requestId: requestId === undefined ? null : Number(requestId), ask }
}
