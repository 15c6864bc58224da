import { useSession } from '../session/session.tsx'
import { SignInScreen } from '../session/sign-in-screen.tsx'
import { Loading } from '../ui/loading.tsx'
import { Screens } from './screens.tsx'
import { Shell } from './shell.tsx'

export function App() {
  const { session } = useSession()
  if (session.status === 'starting') return <Loading what="the admin" />
  if (session.status === 'signedOut') return <SignInScreen reason={session.reason} />
  return (
    <Shell notice={session.notice}>
      <Screens />
    </Shell>
  )
}
