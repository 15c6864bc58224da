import { ConfirmationProvider } from '../passkeys/confirmation.tsx'
import { PasskeyGate } from '../passkeys/gate.tsx'
import { SignInMethods } from '../passkeys/sign-in-methods.tsx'
import { NoteDraftsProvider } from '../session/note-drafts.tsx'
import { useSession } from '../session/session.tsx'
import { SignInScreen } from '../session/sign-in-screen.tsx'
import { Loading } from '../ui/loading.tsx'
import { NewSecretProvider } from '../ui/new-secret.tsx'
import { Screens } from './screens.tsx'
import { Shell } from './shell.tsx'

export function App() {
  const { session } = useSession()
  if (session.status === 'starting') return <Loading what="the admin" />
  if (session.status === 'signedOut') {
    return (
      <SignInScreen reason={session.reason}>
        <SignInMethods />
      </SignInScreen>
    )
  }
  const { needs, notice } = session
  return (
    <NoteDraftsProvider>
      <NewSecretProvider>
        {needs === null ? (
          <ConfirmationProvider>
            <Shell notice={notice}>
              <Screens />
            </Shell>
          </ConfirmationProvider>
        ) : (
          <PasskeyGate key={needs} needs={needs} notice={notice} />
        )}
      </NewSecretProvider>
    </NoteDraftsProvider>
  )
}
