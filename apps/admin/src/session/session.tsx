import type { SignedIn, StaffMember } from '@coffer/contract/admin'
import { ApiFailure } from '@coffer/web'
import { useWindowEvent } from '@mantine/hooks'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { api, failureCode, needsConfirmation } from '../api/api.ts'
import { readSession, type Session, sessionOf, startSession } from './start-session.ts'

type SessionContextValue = {
  session: Session
  /** Goes on with the session that the service has begun or confirmed. `notice` is shown if a screen opens. */
  enter(answer: SignedIn, notice?: string): void
  /** Ends the session. Throws {@link ApiFailure} when the service did not confirm it; the session then goes on. */
  signOut(): Promise<void>
}

/** Key of the list of one's own sessions in the cache. Changes of passkeys end sessions, too. */
export const OWN_SESSIONS = ['own-sessions']

const SessionContext = createContext<SessionContextValue | null>(null)

/** Provides the session, and the cache of everything that is read in it. The end of the session empties the cache. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ status: 'starting' })
  const [client] = useState(() =>
    createQueryClient({
      onSessionEnd: () =>
        setSession((session) =>
          session.status === 'signedOut' ? session : { status: 'signedOut', reason: 'STAFF_SESSION_INVALID' },
        ),
      onPasskeyRequired: () =>
        void readSession().then((read) =>
          setSession((session) => (read !== null && session.status === 'signedIn' ? read : session)),
        ),
    }),
  )
  const isSignedOut = session.status === 'signedOut'
  useEffect(() => {
    startSession().then(setSession, (error) =>
      setSession(() => {
        throw error
      }),
    )
  }, [])
  useEffect(() => {
    if (isSignedOut) client.clear()
  }, [client, isSignedOut])
  // A second login link opened in this tab changes only the fragment, which alone does not load the page again.
  useWindowEvent('hashchange', () => {
    if (location.hash.includes('token=')) location.reload()
  })
  const value = useMemo(() => {
    const signOut = async () => {
      await api.call('signOut', {}).catch((error) => {
        if (failureCode(error) !== 'STAFF_SESSION_INVALID') throw error
      })
      setSession({ status: 'signedOut', reason: 'userSignedOut' })
    }
    const enter = (answer: SignedIn, notice?: string) => setSession(sessionOf(answer, notice))
    return { session, enter, signOut }
  }, [session])
  return (
    <SessionContext value={value}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </SessionContext>
  )
}

export function useSession(): SessionContextValue {
  const value = useContext(SessionContext)
  if (value === null) throw new Error('useSession outside SessionProvider')
  return value
}

/** The signed-in member of staff. Only for pages of a session. */
export function useStaff(): StaffMember {
  const { session } = useSession()
  if (session.status !== 'signedIn') throw new Error('useStaff without a session')
  return session.staff
}

type RefusalHandlers = { onSessionEnd: () => void; onPasskeyRequired: () => void }

/**
 * Creates the query client. Failed calls are not retried, because each read of personal data is audited. After the user has cancelled a
 * confirmation, returning to the window does not ask for another one.
 */
function createQueryClient({ onSessionEnd, onPasskeyRequired }: RefusalHandlers): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ApiFailure)) return
    if (error.code === 'STAFF_SESSION_INVALID') onSessionEnd()
    if (error.code === 'PASSKEY_REQUIRED') onPasskeyRequired()
  }
  const options = { retry: false, networkMode: 'always' } as const
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { ...options, refetchOnWindowFocus: ({ state }) => !needsConfirmation(state.error) },
      mutations: options,
    },
  })
}
