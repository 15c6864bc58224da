import { Anchor, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { useStaff } from '../session/session.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Loading } from '../ui/loading.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { allowedScreens, mayOpen, SCREENS, type Screen } from './screen-list.ts'

const HomeScreen = lazy(async () => ({ default: (await import('../home/home-screen.tsx')).HomeScreen }))
const RoundListScreen = lazy(async () => ({
  default: (await import('../rounds/round-list-screen.tsx')).RoundListScreen,
}))
const RoundScreen = lazy(async () => ({ default: (await import('../rounds/round-screen.tsx')).RoundScreen }))
const PlayerListScreen = lazy(async () => ({
  default: (await import('../players/player-list-screen.tsx')).PlayerListScreen,
}))
const PlayerScreen = lazy(async () => ({ default: (await import('../players/player-screen.tsx')).PlayerScreen }))
const OrderListScreen = lazy(async () => ({
  default: (await import('../orders/order-list-screen.tsx')).OrderListScreen,
}))
const OrderScreen = lazy(async () => ({ default: (await import('../orders/order-screen.tsx')).OrderScreen }))
const BoxListScreen = lazy(async () => ({ default: (await import('../boxes/box-list-screen.tsx')).BoxListScreen }))
const BoxScreen = lazy(async () => ({ default: (await import('../boxes/box-screen.tsx')).BoxScreen }))
const BoxVersionScreen = lazy(async () => ({
  default: (await import('../boxes/box-version-screen.tsx')).BoxVersionScreen,
}))
const NewVersionScreen = lazy(async () => ({
  default: (await import('../boxes/new-version-screen.tsx')).NewVersionScreen,
}))
const ItemListScreen = lazy(async () => ({ default: (await import('../items/item-list-screen.tsx')).ItemListScreen }))
const ItemScreen = lazy(async () => ({ default: (await import('../items/item-screen.tsx')).ItemScreen }))
const ValueFileScreen = lazy(async () => ({
  default: (await import('../items/value-file-screen.tsx')).ValueFileScreen,
}))
const IntegrationScreen = lazy(async () => ({
  default: (await import('../integration/integration-screen.tsx')).IntegrationScreen,
}))
const KeyListScreen = lazy(async () => ({ default: (await import('../keys/key-list-screen.tsx')).KeyListScreen }))
const EndpointsScreen = lazy(async () => ({
  default: (await import('../webhooks/endpoints-screen.tsx')).EndpointsScreen,
}))
const DeliveryListScreen = lazy(async () => ({
  default: (await import('../deliveries/delivery-list-screen.tsx')).DeliveryListScreen,
}))
const DeliveryScreen = lazy(async () => ({
  default: (await import('../deliveries/delivery-screen.tsx')).DeliveryScreen,
}))
const StaffListScreen = lazy(async () => ({
  default: (await import('../staff/staff-list-screen.tsx')).StaffListScreen,
}))
const MemberScreen = lazy(async () => ({ default: (await import('../staff/member-screen.tsx')).MemberScreen }))
const AuditListScreen = lazy(async () => ({
  default: (await import('../audit/audit-list-screen.tsx')).AuditListScreen,
}))
const AuditEntryScreen = lazy(async () => ({
  default: (await import('../audit/audit-entry-screen.tsx')).AuditEntryScreen,
}))
const AccountScreen = lazy(async () => ({ default: (await import('../account/account-screen.tsx')).AccountScreen }))
const QueueScreen = lazy(async () => ({ default: (await import('../kyc-queue/queue-screen.tsx')).QueueScreen }))
const CaseScreen = lazy(async () => ({ default: (await import('../kyc-case/case-screen.tsx')).CaseScreen }))

/** `Switch` also matches routes inside fragments. */
const roundRoutes = (
  <>
    <Route path={SCREENS.rounds.path}>
      <Allowed screen={SCREENS.rounds}>
        <RoundListScreen />
      </Allowed>
    </Route>
    <Route path={/^\/rounds\/(?<publicId>[\w-]{1,200})$/}>
      {({ publicId = '' }) => (
        <Allowed screen={SCREENS.rounds}>
          <RoundScreen publicId={publicId} />
        </Allowed>
      )}
    </Route>
  </>
)

const playerRoutes = (
  <>
    <Route path={SCREENS.players.path}>
      <Allowed screen={SCREENS.players}>
        <PlayerListScreen />
      </Allowed>
    </Route>
    <Route path={/^\/players\/(?<playerId>[1-9]\d{0,14})$/}>
      {({ playerId }) => (
        <Allowed screen={SCREENS.players}>
          <PlayerScreen playerId={Number(playerId)} />
        </Allowed>
      )}
    </Route>
  </>
)

const orderRoutes = (
  <>
    <Route path={SCREENS.orders.path}>
      <Allowed screen={SCREENS.orders}>
        <OrderListScreen />
      </Allowed>
    </Route>
    <Route path={/^\/orders\/(?<publicId>[\w-]{1,200})$/}>
      {({ publicId = '' }) => (
        <Allowed screen={SCREENS.orders}>
          <OrderScreen publicId={publicId} />
        </Allowed>
      )}
    </Route>
  </>
)

const NEW_VERSION_SCREEN: Screen = { ...SCREENS.boxes, permission: 'boxes.manage' }

const boxRoutes = (
  <>
    <Route path={SCREENS.boxes.path}>
      <Allowed screen={SCREENS.boxes}>
        <BoxListScreen />
      </Allowed>
    </Route>
    <Route path={/^\/boxes\/(?<boxId>[1-9]\d{0,14})$/}>
      {({ boxId }) => (
        <Allowed screen={SCREENS.boxes}>
          <BoxScreen boxId={Number(boxId)} />
        </Allowed>
      )}
    </Route>
    <Route path={/^\/boxes\/(?<boxId>[1-9]\d{0,14})\/versions\/(?<boxVersionId>[1-9]\d{0,14})$/}>
      {({ boxId, boxVersionId }) => (
        <Allowed screen={SCREENS.boxes}>
          <BoxVersionScreen boxId={Number(boxId)} boxVersionId={Number(boxVersionId)} />
        </Allowed>
      )}
    </Route>
    <Route path={/^\/boxes\/(?<boxId>[1-9]\d{0,14})\/new-version$/}>
      {({ boxId }) => (
        <Allowed screen={NEW_VERSION_SCREEN}>
          <NewVersionScreen boxId={Number(boxId)} />
        </Allowed>
      )}
    </Route>
  </>
)

const VALUE_FILE_SCREEN: Screen = { ...SCREENS.items, path: '/items/values', permission: 'items.manage' }

const itemRoutes = (
  <>
    <Route path={SCREENS.items.path}>
      <Allowed screen={SCREENS.items}>
        <ItemListScreen />
      </Allowed>
    </Route>
    <Route path={VALUE_FILE_SCREEN.path}>
      <Allowed screen={VALUE_FILE_SCREEN}>
        <ValueFileScreen />
      </Allowed>
    </Route>
    <Route path={/^\/items\/(?<itemId>[1-9]\d{0,14})$/}>
      {({ itemId }) => (
        <Allowed screen={SCREENS.items}>
          <ItemScreen itemId={Number(itemId)} />
        </Allowed>
      )}
    </Route>
  </>
)

const integrationRoutes = (
  <>
    <Route path={SCREENS.integration.path}>
      <Allowed screen={SCREENS.integration}>
        <IntegrationScreen />
      </Allowed>
    </Route>
    <Route path={SCREENS.keys.path}>
      <Allowed screen={SCREENS.keys}>
        <KeyListScreen />
      </Allowed>
    </Route>
    <Route path={SCREENS.webhooks.path}>
      <Allowed screen={SCREENS.webhooks}>
        <EndpointsScreen />
      </Allowed>
    </Route>
    <Route path={SCREENS.deliveries.path}>
      <Allowed screen={SCREENS.deliveries}>
        <DeliveryListScreen />
      </Allowed>
    </Route>
    <Route path={/^\/deliveries\/(?<deliveryId>whd_[1-9]\d{0,14})$/}>
      {({ deliveryId = '' }) => (
        <Allowed screen={SCREENS.deliveries}>
          <DeliveryScreen deliveryId={deliveryId} />
        </Allowed>
      )}
    </Route>
  </>
)

/** The screen of the address. The code of each screen is loaded when it is opened. */
export function Screens() {
  const [path] = useLocation()
  return (
    // The key resets the screen on every new address: input for one verification is never carried to another.
    <ErrorBoundary key={path}>
      <Suspense fallback={<Loading what="the screen" />}>
        <Switch>
          <Route path="/">
            <StartPage />
          </Route>
          <Route path={SCREENS.home.path}>
            <Allowed screen={SCREENS.home}>
              <HomeScreen />
            </Allowed>
          </Route>
          {roundRoutes}
          {playerRoutes}
          {orderRoutes}
          {boxRoutes}
          {itemRoutes}
          <Route path={SCREENS.kyc.path}>
            <Allowed screen={SCREENS.kyc}>
              <QueueScreen />
            </Allowed>
          </Route>
          <Route path={/^\/kyc\/(?<requestId>[1-9]\d{0,14})$/}>
            {({ requestId }) => (
              <Allowed screen={SCREENS.kyc}>
                <CaseScreen requestId={Number(requestId)} />
              </Allowed>
            )}
          </Route>
          {integrationRoutes}
          <Route path={SCREENS.staff.path}>
            <Allowed screen={SCREENS.staff}>
              <StaffListScreen />
            </Allowed>
          </Route>
          <Route path={/^\/staff\/(?<staffId>[1-9]\d{0,14})$/}>
            {({ staffId }) => (
              <Allowed screen={SCREENS.staff}>
                <MemberScreen staffId={Number(staffId)} />
              </Allowed>
            )}
          </Route>
          <Route path={SCREENS.audit.path}>
            <Allowed screen={SCREENS.audit}>
              <AuditListScreen />
            </Allowed>
          </Route>
          <Route path={/^\/audit\/(?<entryNumber>[1-9]\d{0,14})$/}>
            {({ entryNumber }) => (
              <Allowed screen={SCREENS.audit}>
                <AuditEntryScreen entryNumber={Number(entryNumber)} />
              </Allowed>
            )}
          </Route>
          <Route path={SCREENS.account.path}>
            <AccountScreen />
          </Route>
          <Route>
            <Missing title="Page not found">There is no page at this address.</Missing>
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

/** Opens the first screen of the menu. Filters in the address are those of a bookmark of the queue, which had no path of its own before. */
function StartPage() {
  const search = useSearch()
  const staff = useStaff()
  const { path } = allowedScreens(staff)[0] ?? SCREENS.account
  if (search === '' || !mayOpen(staff, SCREENS.kyc)) return <Redirect to={path} replace />
  return <Redirect to={`${SCREENS.kyc.path}?${search}`} replace />
}

function Allowed({ screen, children }: { screen: Screen; children: ReactNode }) {
  if (mayOpen(useStaff(), screen)) return children
  return <Missing title="No permission">Your roles do not include this page. Ask an administrator for access.</Missing>
}

function Missing({ title, children }: { title: string; children: string }) {
  return (
    <>
      <ScreenTitle title={title} />
      <Text mt="sm">{children}</Text>
      <Anchor component={Link} href="/">
        Go to the start page
      </Anchor>
    </>
  )
}
