import type { StaffMember } from '@coffer/contract/admin'
import { ApiFailure } from '@coffer/web'
import { useWindowEvent } from '@mantine/hooks'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { api, failureCode } from '../api/api.ts'
import { type Session, startSession } from './start-session.ts'

type SessionContextValue = {
  session: Session
  /** Ends the session. Throws {@link ApiFailure} when the service did not confirm it; the session then goes on. */
  signOut(): Promise<void>
}

const SessionContext = createContext<SessionContextValue | null>(null)

/** Provides the session, and the cache of everything that is read in it. The end of the session empties the cache. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ status: 'starting' })
  const [client] = useState(() =>
    createQueryClient(() =>
      setSession((session) =>
        session.status === 'signedOut' ? session : { status: 'signedOut', reason: 'STAFF_SESSION_INVALID' },
      ),
    ),
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
    return { session, signOut }
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

/** The signed-in member of staff. Only for screens inside the shell. */
export function useStaff(): StaffMember {
  const { session } = useSession()
  if (session.status !== 'signedIn') throw new Error('useStaff without a session')
  return session.staff
}

/** Creates the query client. Failed calls are not retried, because each read of personal data is audited. */
function createQueryClient(onSessionEnd: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiFailure && error.code === 'STAFF_SESSION_INVALID') onSessionEnd()
  }
  const options = { retry: false, networkMode: 'always' } as const
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: options, mutations: options },
  })
}
