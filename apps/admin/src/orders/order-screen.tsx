import type { AdminOrder } from '@coffer/contract/admin'
import { ORDER_LIST } from '@coffer/contract/list'
import { SHOWN_ORDER_CHANGES } from '@coffer/contract/order-names'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { AllowedLink } from '../list/allowed-link.tsx'
import { ChangeSection } from '../list/change-section.tsx'
import { DetailScreen, RefreshButton } from '../list/detail-screen.tsx'
import { useDetailAddress } from '../list/use-detail-address.ts'
import { WalletSection } from '../list/wallet-section.tsx'
import { countWaiting, ORIGIN_TEXT } from '../text/shipping.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Moment } from '../ui/moment.tsx'
import { OrderStatusChips } from '../ui/order-status.tsx'
import { describeOrderChange } from './describe-order-change.ts'
import { ItemSection } from './item-section.tsx'
import { LeftItemSection } from './left-item-section.tsx'
import { OrderActions } from './order-actions.tsx'
import classes from './orders.module.css'
import { ShipToSection } from './ship-to-section.tsx'
import { CostSection, ShippingSection } from './shipping-section.tsx'
import { TimelineSection } from './timeline-section.tsx'
import { type OrderKey, useOrder } from './use-order.ts'

/** One shipping order: its address, items, tracking, costs, wallet calls and changes. */
export function OrderScreen({ publicId }: { publicId: string }) {
  const address = useDetailAddress(ORDER_LIST, '/orders')
  const { operator, lacksOperator } = address
  const key = { publicId, operator }
  const { order, readError, isReading, readAt, readAgain } = useOrder(key, { isEnabled: !lacksOperator })
  return (
    <DetailScreen
      address={address}
      noun="order"
      plural="orders"
      title={`Order ${publicId}`}
      status={order !== null && <OrderStatusChips status={order.status} waitingCount={countWaiting(order.items)} />}
      actions={
        order !== null && <RefreshButton readAt={readAt} isReading={isReading} onRefresh={() => void readAgain()} />
      }
      isMissing={order === null}
      readError={readError}
      readAgain={readAgain}
    >
      {order !== null && <OrderView order={order} orderKey={key} />}
    </DetailScreen>
  )
}

/** The buttons that change an order, the result of the viewer's last change, and the sections about the order. */
function OrderView({ order, orderKey }: { order: AdminOrder; orderKey: OrderKey }) {
  const [result, setResult] = useState<string | null>(null)
  const { operator } = orderKey
  const { operations, currency } = order
  return (
    <>
      <Origin order={order} operator={operator} />
      <OrderActions order={order} orderKey={orderKey} onResult={setResult} />
      <ActionResult>{result}</ActionResult>
      <ShipToSection order={order} />
      <ItemSection order={order} operator={operator} />
      <LeftItemSection order={order} operator={operator} />
      <ShippingSection order={order} />
      <CostSection order={order} />
      <TimelineSection order={order} />
      {operations !== null && operations.length > 0 && <WalletSection operations={operations} />}
      <ChangeSection
        changes={order.changes}
        limit={SHOWN_ORDER_CHANGES}
        linesOf={(change) => describeOrderChange(change, currency)}
        operator={operator}
        note="Changes by the player and by the operator’s backend are not listed."
      />
    </>
  )
}

/** The player of an order, when it was placed, and its origin. */
function Origin({ order, operator }: { order: AdminOrder; operator: string | null }) {
  const { playerId, playerExternalId, createdAt, origin } = order
  return (
    <div>
      <Text>
        Placed for{' '}
        <span className={classes.player}>
          <AllowedLink path={`/players/${playerId}`} permission="players.read" operator={operator}>
            {`player ${playerExternalId}`}
          </AllowedLink>
        </span>
        , <Moment at={createdAt} isExact />, {ORIGIN_TEXT[origin]}
      </Text>
      <Text size="xs" c="dimmed">
        Each view of this page is recorded in the audit log.
      </Text>
    </div>
  )
}
