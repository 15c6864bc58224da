import type { ShippingStatus } from '@coffer/contract/order-names'
import { ORDER_STATUS_TEXT, ORDER_STATUS_TONE } from '../text/shipping.ts'
import { Chip } from './chip.tsx'
import { Chips } from './chips.tsx'

/** The status of a shipping order. */
export function OrderStatusChip({ status }: { status: ShippingStatus }) {
  return <Chip tone={ORDER_STATUS_TONE[status]}>{ORDER_STATUS_TEXT[status]}</Chip>
}

type Props = {
  status: ShippingStatus
  /** Items that wait for stock. */
  waitingCount: number
}

/** The status of a shipping order, and whether it waits for stock. */
export function OrderStatusChips({ status, waitingCount }: Props) {
  return (
    <Chips>
      <OrderStatusChip status={status} />
      {waitingCount > 0 && <WaitsForStock />}
    </Chips>
  )
}

/** A mark of an order or an item that waits for stock. */
export function WaitsForStock() {
  return <Chip tone="bad">Waits for stock</Chip>
}
