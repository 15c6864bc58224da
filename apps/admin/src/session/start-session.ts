import type { SignedIn, StaffMember } from '@coffer/contract/admin'
import type { FailureCode } from '@coffer/web'
import { api, failureCode, setCsrfToken } from '../api/api.ts'
import { failureText } from '../text/failures.ts'

/** `noSession`: this browser has no session. `userSignedOut`: the user signed out. A code: why signing in failed or the session ended. */
export type SignedOutReason = 'noSession' | 'userSignedOut' | FailureCode

export type Session =
  | { status: 'starting' }
  /** `needs`: what the session needs before any screen can open. `notice` is shown once on the first screen. */
  | { status: 'signedIn'; staff: StaffMember; needs: SignedIn['needs']; notice: string }
  | { status: 'signedOut'; reason: SignedOutReason }

/** Signs in with the login link that was opened, or continues the session of this browser. */
export async function startSession(): Promise<Session> {
  const token = takeLinkToken()
  if (token === null) return continueSession()
  try {
    return sessionOf(await api.call('signIn', { body: { token } }))
  } catch (error) {
    const code = failureCode(error)
    const continued = await continueSession()
    if (continued.status !== 'signedIn') return { status: 'signedOut', reason: code }
    const { displayName, email } = continued.staff
    return { ...continued, notice: `${failureText(code).what} You are still signed in as ${displayName ?? email}.` }
  }
}

async function continueSession(): Promise<Session> {
  try {
    return sessionOf(await api.call('me', {}))
  } catch (error) {
    const code = failureCode(error)
    return { status: 'signedOut', reason: code === 'STAFF_SESSION_INVALID' ? 'noSession' : code }
  }
}

/** Reads the session again; null when the service did not answer with one. */
export async function readSession(): Promise<Session | null> {
  const session = await continueSession()
  return session.status === 'signedIn' ? session : null
}

/** The session of an answer. The calls that follow belong to it. */
export function sessionOf({ staff, csrfToken, needs }: SignedIn, notice = ''): Session {
  setCsrfToken(csrfToken)
  return { status: 'signedIn', staff, needs, notice }
}

/** Reads the secret token and removes it from the address and from the browser's history. */
function takeLinkToken(): string | null {
  const token = /[#&]token=(st_[\w-]+)/.exec(location.hash)?.[1] ?? null
  if (token !== null) history.replaceState(null, '', location.pathname + location.search)
  return token
}
