import { PlayFailure } from '@coffer/web'
import { useEffect } from 'preact/hooks'
import { CashBackDialog } from '../cashback/cash-back-dialog.tsx'
import { CashBackManyDialog } from '../cashback/cash-back-many-dialog.tsx'
import { FairnessScreen } from '../fairness/fairness-screen.tsx'
import { postToHost } from '../host/host.ts'
import { BoxSkeletons } from '../kit/box-skeletons.tsx'
import { LoadFailure } from '../kit/failure.tsx'
import { createResource } from '../kit/resource.ts'
import { route } from '../kit/route.ts'
import { t } from '../kit/words.ts'
import { BoxScreen } from '../opening/box-screen.tsx'
import { LobbyScreen } from '../opening/lobby-screen.tsx'
import { RoundsScreen } from '../rounds/rounds-screen.tsx'
import { reachable } from '../session/games.ts'
import { RealityDialog } from '../session/reality-dialog.tsx'
import { phase } from '../session/session.ts'
import { OrderChangeDialog } from '../shipping/order-change-dialog.tsx'
import { OrdersScreen } from '../shipping/orders-screen.tsx'
import { ShipDialog } from '../shipping/ship-dialog.tsx'
import { VaultScreen } from '../vault/vault-screen.tsx'
import { Expired, LaunchFailed } from './closed.tsx'
import { Header } from './header.tsx'

export function App() {
  const now = phase.value
  if (now.name === 'loading') return <Loading />
  if (now.name === 'failed') return <LaunchFailed failure={now.failure} />
  if (now.name === 'expired') return <Expired />
  return <House />
}

function House() {
  const { screen } = reachable(route.value)
  useEffect(() => postToHost('navigate', { screen }), [screen])
  return (
    <>
      <button type="button" class="skip-link" onClick={toContent}>
        {t('app.skip')}
      </button>
      <Header />
      <main class="page" id="content" tabIndex={-1}>
        <Screen />
      </main>
      <CashBackDialog />
      <CashBackManyDialog />
      <ShipDialog />
      <OrderChangeDialog />
      <RealityDialog />
    </>
  )
}

function Screen() {
  const now = reachable(route.value)
  switch (now.screen) {
    case 'lobby':
      return <LobbyScreen />
    case 'box':
      return <BoxScreen key={now.boxId} boxId={now.boxId} />
    case 'upgrader':
      return <UpgraderRoute />
    case 'vault':
      return <VaultScreen view={now.view} />
    case 'orders':
      return <OrdersScreen />
    case 'rounds':
      return <RoundsScreen />
    case 'fairness':
      return <FairnessScreen />
  }
}

function toContent(): void {
  document.getElementById('content')?.focus()
}

/** The outline of the lobby while the session begins. */
function Loading() {
  return (
    <main class="page" aria-busy="true">
      <p class="visually-hidden" role="status">
        {t('app.loading')}
      </p>
      <BoxSkeletons />
    </main>
  )
}

/** The Upgrader is loaded when it is first looked at, so that whoever opens boxes need not wait for it. */
const loaded = createResource(() =>
  import('../upgrader/upgrader-screen.tsx').catch(() => {
    throw new PlayFailure('OFFLINE', 0)
  }),
)

function UpgraderRoute() {
  const now = loaded.state.value
  useEffect(() => {
    if (!loaded.state.peek().data) void loaded.load()
  }, [])
  if (now.data) return <now.data.UpgraderScreen />
  // A browser does not ask again for a module that did not come, but a page that is loaded anew does, and goes on with the session.
  if (now.is === 'failed') return <LoadFailure failure={now.failure} retry={() => location.reload()} />
  return <div class="skeleton list" aria-busy="true" />
}
