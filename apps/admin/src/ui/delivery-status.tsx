import type { DeliveryStatus } from '@coffer/contract/deliveries'
import { DELIVERY_STATUS_TEXT, DELIVERY_STATUS_TONE } from '../text/webhooks.ts'
import { Chip } from './chip.tsx'

/** The status of a delivery. */
export function DeliveryStatusChip({ status }: { status: DeliveryStatus }) {
  return <Chip tone={DELIVERY_STATUS_TONE[status]}>{DELIVERY_STATUS_TEXT[status]}</Chip>
}
