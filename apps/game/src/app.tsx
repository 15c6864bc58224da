import { useEffect } from 'preact/hooks'
import { tellHost } from './host/host.ts'
import { CashBackDialog } from './parts/cash-back-dialog.tsx'
import { CashBackManyDialog } from './parts/cash-back-many-dialog.tsx'
import { Header } from './parts/header.tsx'
import { OrderChangeDialog } from './parts/order-change-dialog.tsx'
import { RealityDialog } from './parts/reality-dialog.tsx'
import { ShipDialog } from './parts/ship-dialog.tsx'
import { UpgraderRoute } from './parts/upgrader-route.tsx'
import { BoxScreen } from './screens/box.tsx'
import { Expired } from './screens/expired.tsx'
import { FairnessScreen } from './screens/fairness.tsx'
import { LaunchFailed } from './screens/launch-failed.tsx'
import { Loading } from './screens/loading.tsx'
import { Lobby } from './screens/lobby.tsx'
import { OrdersScreen } from './screens/orders.tsx'
import { RoundsScreen } from './screens/rounds.tsx'
import { VaultScreen } from './screens/vault.tsx'
import { reachable } from './state/games.ts'
import { route } from './state/route.ts'
import { phase } from './state/session.ts'
import { t } from './state/words.ts'

export function App() {
  const now = phase.value
  if (now.name === 'loading') return <Loading />
  if (now.name === 'failed') return <LaunchFailed failure={now.failure} />
  if (now.name === 'expired') return <Expired />
  return <House />
}

function House() {
  const { screen } = reachable(route.value)
  useEffect(() => tellHost('navigate', { screen }), [screen])
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
      return <Lobby />
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
