import { mayDo } from '@coffer/contract/permissions'
import { AccountScreen } from '../account/account-screen.tsx'
import { CaseScreen } from '../case/case-screen.tsx'
import { route } from '../kit/route.ts'
import { QueueScreen } from '../queue/queue-screen.tsx'
import { phase } from '../session/session.ts'
import { SignInScreen } from '../session/sign-in-screen.tsx'
import { AccountShell } from './account-shell.tsx'
import { Shell } from './shell.tsx'

export function App() {
  const at = phase.value
  if (at.name === 'loading') return <main class="page" aria-busy="true" />
  if (at.name === 'out') return <SignInScreen why={at.why} />
  if (!mayDo(at.staff.roles, 'kyc.read')) {
    return (
      <AccountShell staff={at.staff}>
        <AccountScreen staff={at.staff} />
      </AccountShell>
    )
  }
  const { requestId } = route.value
  return (
    <Shell staff={at.staff}>
      {requestId === null ? <QueueScreen /> : <CaseScreen key={requestId} requestId={requestId} staff={at.staff} />}
    </Shell>
  )
}
