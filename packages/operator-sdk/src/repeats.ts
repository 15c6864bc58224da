import type { Route } from '@coffer/contract/route'
import type { s2sRoutes } from '@coffer/contract/s2s'
import type { Failure } from './failure.ts'

type Routes = typeof s2sRoutes
export type RouteName = keyof Routes
type Post = { [K in RouteName]: Routes[K]['method'] extends 'POST' ? K : never }[RouteName]

/** `same-end`: sent twice it comes to the same as sent once. `new-each`: each time that it is received, it does it again. */
export type Repeatable = 'same-end' | 'new-each'

/** What is known of the routes that change something; whatever only reads may be repeated. */
const POSTS: Readonly<Record<Post, Repeatable>> = {
  purchase: 'same-end',
  openHeldRound: 'same-end',
  cancelHeldRound: 'same-end',
  cashout: 'same-end',
  recordValue: 'same-end',
  createPayout: 'same-end',
  confirmPayout: 'same-end',
  cancelPayout: 'same-end',
  buyWithNuggets: 'same-end',
  quoteShipping: 'same-end',
  createOrder: 'same-end',
  cancelOrder: 'same-end',
  changeOrderAddress: 'same-end',
  removeOrderItem: 'same-end',
  playUpgrader: 'same-end',
  playUpgraderWithItems: 'same-end',
  createCampaign: 'same-end',
  cancelCampaign: 'same-end',
  setRestrictions: 'same-end',
  // One request comes of it, and of its links the last one works, which is the one that is answered.
  createKycSession: 'same-end',
  changeKycEmail: 'same-end',
  reverifyKyc: 'same-end',
  createLaunch: 'new-each',
  createAdminSsoLink: 'new-each',
  rotateSeed: 'new-each',
  replayDelivery: 'new-each',
  replayDeliveries: 'new-each',
  testEndpoint: 'new-each',
}

/** Routes that answer without a `clientActionId` too, and come to the same when sent twice only with one. */
const OPTIONAL_ACTION_ID: readonly RouteName[] = ['createOrder']

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 4_000
const SHORTEST_PAUSE_MS = 100

export function repeatableOf(name: RouteName, { method }: Route): Repeatable {
  return method === 'GET' ? 'same-end' : POSTS[name as Post]
}

/** The input with a `clientActionId` of its own where the caller may leave it out, so that every try of a call carries the same. */
export function withActionId(name: RouteName, input: { clientActionId?: unknown }, newId: () => string): object {
  return OPTIONAL_ACTION_ID.includes(name) ? { ...input, clientActionId: input.clientActionId ?? newId() } : input
}

/** Whether a call may be sent again by itself after this. A 503 of Coffer's without `Retry-After` is final. */
export function mayRepeat(repeatable: Repeatable, { status, code, neverSent, retryAfterSeconds }: Failure): boolean {
  if (code === 'ABORTED') return false
  if (neverSent) return true
  if (status === 429) return retryAfterSeconds !== null
  if (repeatable === 'new-each') return false
  if (status === 0) return true
  if (code === 'UNREADABLE_ANSWER') return status === 408 || (status >= 502 && status <= 504)
  return status >= 500 && retryAfterSeconds !== null
}

/** How long to wait after the try of this number, in milliseconds. `spread` is any number from 0 to 1. */
export function pauseAfter({ retryAfterSeconds }: Failure, tries: number, spread: number): number {
  if (retryAfterSeconds !== null) return Math.max(retryAfterSeconds * 1000, SHORTEST_PAUSE_MS)
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)
  // Many that lost the same server must not come back together.
  return Math.round(pauseMs * (0.75 + spread / 2))
}
