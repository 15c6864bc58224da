import type { Bootstrap } from '@coffer/contract/play'
import type { PlayFailure } from '@coffer/web'
import { effect, signal } from '@preact/signals'
import { forget, readStored, store } from '../kit/storage.ts'

/** The session as the app holds it: the frozen bootstrap, and what has moved since. Kept over a reload of the tab. */
export type Session = {
  readonly bootstrap: Bootstrap
  readonly currency: string
  readonly autoOpened: boolean
}

export type Phase =
  | { readonly name: 'loading' }
  | { readonly name: 'failed'; readonly failure: PlayFailure }
  | { readonly name: 'expired' }
  | { readonly name: 'playing' }

const KEY = 'coffer.session'

export const phase = signal<Phase>({ name: 'loading' })
export const session = signal<Session | null>(null)
/** Set while the host has paused the game. */
export const paused = signal(false)

effect(() => {
  if (session.value) store(KEY, session.value)
})

/** Takes up a session. The one left by a reload, or a new one. */
export function beginSession(bootstrap: Bootstrap): void {
  session.value = { bootstrap, currency: bootstrap.session.currency, autoOpened: false }
}

export function restoreSession(): boolean {
  session.value = readStored<Session>(KEY)
  return session.value !== null
}

export function updateSession(change: Partial<Session>): void {
  if (session.value) session.value = { ...session.value, ...change }
}

export function endSession(): void {
  forget(KEY)
  phase.value = { name: 'expired' }
}

/** The session of a screen that is shown only while there is one. */
export function current(): Session {
  if (!session.value) throw new Error('no session')
  return session.value
}
