import type { StaffMember } from '@coffer/contract/admin'
import { signal } from '@preact/signals'
import { api, codeOf, type FailureCode } from '../kit/api.ts'
import { showNotice } from '../kit/notice.ts'
import { forgetNotes } from './note-drafts.ts'

/** `no-session`: no link was followed. Else why the session ended. */
export type Why = 'no-session' | 'signed-out' | FailureCode

type Phase = { name: 'loading' } | { name: 'in'; staff: StaffMember } | { name: 'out'; why: Why }

export const phase = signal<Phase>({ name: 'loading' })

/** Signs in with the link that was followed, or goes on with the session that this browser has. */
export async function enter(): Promise<void> {
  const token = takeLinkToken()
  const refused = token === null ? null : await trySignIn(token)
  if (phase.value.name === 'in') return
  try {
    const { staff } = await api.me()
    phase.value = { name: 'in', staff }
    if (refused !== null)
      showNotice(`That link was used up. You are still signed in as ${staff.displayName ?? staff.email}.`)
  } catch (thrown) {
    const code = codeOf(thrown)
    phase.value = { name: 'out', why: refused ?? (code === 'STAFF_SESSION_INVALID' ? 'no-session' : code) }
  }
}

export async function leave(): Promise<void> {
  await api.signOut().catch(() => null)
  close('signed-out')
}

/** Whatever call failed: without a session, there is nothing to show any more. True when that is so. */
export function endIfSignedOut(code: FailureCode): boolean {
  if (code !== 'STAFF_SESSION_INVALID') return false
  close(code)
  return true
}

/** Somebody else may sit here next. */
function close(why: Why): void {
  forgetNotes()
  phase.value = { name: 'out', why }
}

async function trySignIn(token: string): Promise<FailureCode | null> {
  try {
    const { staff } = await api.signIn(token)
    phase.value = { name: 'in', staff }
    return null
  } catch (thrown) {
    return codeOf(thrown)
  }
}

/** The token is a secret: it leaves the address, and with it the history, before anything else happens. */
function takeLinkToken(): string | null {
  const token = /[#&]token=(st_[\w-]+)/.exec(location.hash)?.[1] ?? null
  if (token !== null) history.replaceState(null, '', location.pathname + location.search)
  return token
}
