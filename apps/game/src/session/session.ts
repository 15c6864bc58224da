import type { Bootstrap } from '@coffer/contract/play'
import type { ApiFailure } from '@coffer/web'
import { effect, signal } from '@preact/signals'
import type { Route } from '../kit/route.ts'
import { readStored, store } from '../kit/storage.ts'
import { launchName } from './launch.ts'

/** The session as the app holds it: the frozen bootstrap, and what has moved since. */
export type Session = {
  readonly bootstrap: Bootstrap
  readonly currency: string
  readonly autoOpened: boolean
  /** The screen that was shown last, for a frame that is mounted again. */
  readonly at: Route | null
}

/** A session as the tab keeps it. Frames of one tab share its storage: each takes the session of its own launch, and no other. */
type Kept = { readonly launch: string; readonly session: Session }

export type Phase =
  | { readonly name: 'loading' }
  | { readonly name: 'failed'; readonly failure: ApiFailure }
  | { readonly name: 'expired' }
  | { readonly name: 'playing' }

const KEY = 'coffer.sessions'
/** Sessions that a tab keeps. Of more, the one that changed longest ago is let go. */
const KEPT = 10

export const phase = signal<Phase>({ name: 'loading' })
export const session = signal<Session | null>(null)
/** Set while the host has paused the game. */
export const paused = signal(false)

effect(() => {
  const launch = launchName()
  if (session.value && launch) store(KEY, [...othersKept(), { launch, session: session.value }].slice(-KEPT))
})

/** Begins the session of a new launch. Sessions of other players of the casino are not kept: "back" must not bring them up after a new login. */
export function beginSession(bootstrap: Bootstrap): void {
  store(
    KEY,
    kept().filter(({ session }) => !isOtherPlayer(session.bootstrap, bootstrap)),
  )
  session.value = { bootstrap, currency: bootstrap.session.currency, autoOpened: false, at: null }
}

/** Takes up the session that this launch has begun in this tab, before a reload or in a frame that was mounted before. */
export function restoreSession(): boolean {
  session.value = kept().find(({ launch }) => launch === launchName())?.session ?? null
  return session.value !== null
}

export function updateSession(change: Partial<Session>): void {
  if (session.value) session.value = { ...session.value, ...change }
}

export function endSession(): void {
  store(KEY, othersKept())
  phase.value = { name: 'expired' }
}

function isOtherPlayer(one: Bootstrap, other: Bootstrap): boolean {
  return one.tenant.name === other.tenant.name && one.player.externalId !== other.player.externalId
}

function kept(): readonly Kept[] {
  return readStored<Kept[]>(KEY) ?? []
}

const othersKept = () => kept().filter(({ launch }) => launch !== launchName())

/** The session of a screen that is shown only while there is one. */
export function current(): Session {
  if (!session.value) throw new Error('no session')
  return session.value
}
