import { Shell } from './parts/shell.tsx'
import { Case } from './screens/case.tsx'
import { Queue } from './screens/queue.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { route } from './state/route.ts'
import { phase } from './state/session.ts'

export function App() {
  const at = phase.value
  if (at.name === 'loading') return <main class="page" aria-busy="true" />
  if (at.name === 'out') return <SignIn why={at.why} />
  const { requestId } = route.value
  return (
    <Shell staff={at.staff}>{requestId === null ? <Queue /> : <Case key={requestId} requestId={requestId} />}</Shell>
  )
}
