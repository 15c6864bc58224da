import { useEffect } from 'preact/hooks'
import { CashBackDialog } from '../cashback/cash-back-dialog.tsx'
import { CashBackManyDialog } from '../cashback/cash-back-many-dialog.tsx'
import { FairnessScreen } from '../fairness/fairness-screen.tsx'
import { postToHost } from '../host/host.ts'
import { BoxSkeletons } from '../kit/box-skeletons.tsx'
import { type GameRoute, gameOf, route } from '../kit/route.ts'
import { t } from '../kit/words.ts'
import { RoundsScreen } from '../rounds/rounds-screen.tsx'
import { reachable } from '../session/games.ts'
import { RealityDialog } from '../session/reality-dialog.tsx'
import { phase } from '../session/session.ts'
import { OrderChangeDialog } from '../shipping/order-change-dialog.tsx'
import { OrdersScreen } from '../shipping/orders-screen.tsx'
import { ShipDialog } from '../shipping/ship-dialog.tsx'
import { VaultScreen } from '../vault/vault-screen.tsx'
import { Expired, LaunchFailed } from './closed.tsx'
import { GAMES } from './games.ts'
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
    case 'vault':
      return <VaultScreen view={now.view} />
    case 'orders':
      return <OrdersScreen />
    case 'rounds':
      return <RoundsScreen />
    case 'fairness':
      return <FairnessScreen />
    default:
      return <GameScreen at={now} />
  }
}

function GameScreen({ at }: { at: GameRoute }) {
  const { Screen: ItsScreen } = GAMES[gameOf(at)]
  return <ItsScreen at={at} />
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
