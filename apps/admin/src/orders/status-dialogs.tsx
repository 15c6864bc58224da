import { Alert, Text } from '@mantine/core'
import { countWaiting, itemNames, waitingText } from '../text/shipping.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { OrderDialogProps } from './order-dialog.ts'
import type { OrderField } from './order-draft.ts'

const TRACKING_OF_PARCEL: readonly OrderField[] = ['trackingNumber', 'trackingUrl']
const TRACKING_AND_COST: readonly OrderField[] = ['carrier', ...TRACKING_OF_PARCEL, 'realizedTotalCostMinor']

/** Starts to process a pending order. */
export function StartDialog(props: OrderDialogProps) {
  const waitingCount = countWaiting(props.order.items)
  return (
    <ChangeDialog
      {...props}
      title="Start processing"
      submitLabel="Start processing"
      status="processing"
      result="The order is being processed."
    >
      <Text>
        The order can no longer be cancelled, and its address can no longer be changed, neither by the player nor by
        you.
      </Text>
      {waitingCount > 0 && (
        <Alert color="info" title={waitingText(waitingCount)}>
          {waitingNames(props.order.items)}
        </Alert>
      )}
    </ChangeDialog>
  )
}

/** Marks an order as shipped, with its tracking and its cost. */
export function ShipDialog(props: OrderDialogProps) {
  return (
    <ChangeDialog
      {...props}
      title="Mark as shipped"
      submitLabel="Mark as shipped"
      status="shipped"
      fields={TRACKING_AND_COST}
      result="Order marked as shipped."
    >
      {countWaiting(props.order.items) > 0 && (
        <Alert color="info" title="The items that wait for stock count as shipped.">
          {waitingNames(props.order.items)}
        </Alert>
      )}
      {props.order.userNotes !== null && <Text>Delivery note: {props.order.userNotes}</Text>}
      <Text c="dimmed">Without a tracking number, the player cannot follow the parcel.</Text>
    </ChangeDialog>
  )
}

/** Marks an order as delivered, or its replacements. */
export function DeliverDialog(props: OrderDialogProps) {
  return (
    <ChangeDialog
      {...props}
      title="Mark as delivered"
      submitLabel="Mark as delivered"
      status="delivered"
      result="Order marked as delivered."
    >
      {/* An order whose replacements arrive may have been delivered before. */}
      <Text>
        {props.order.deliveredAt === null
          ? 'All items of the order become fulfilled.'
          : 'Use this when the replacements have arrived. The items stay fulfilled.'}{' '}
        A delivered order can no longer be marked as returned.
      </Text>
    </ChangeDialog>
  )
}

/** Records that goods of an order were sent again. */
export function ReplaceDialog(props: OrderDialogProps) {
  return (
    <ChangeDialog
      {...props}
      title="Ship replacement"
      submitLabel="Ship replacement"
      status="shipped_with_replacements"
      fields={TRACKING_AND_COST}
      emptied={TRACKING_OF_PARCEL}
      hasReason
      result="Order marked as replacement shipped."
    >
      <Text>
        Use this when you send goods of this order again. The order keeps its items, and the tracking of the first
        parcel is replaced. The stock does not change: take the pieces that you send from the stock of their items.
      </Text>
      <Text c="dimmed">Enter the actual shipping cost of all parcels together.</Text>
    </ChangeDialog>
  )
}

/** Marks an order as returned, which frees its items. */
export function ReturnDialog(props: OrderDialogProps) {
  return (
    <ChangeDialog
      {...props}
      title="Mark as returned"
      submitLabel="Mark as returned"
      submitColor="bad"
      status="returned"
      hasReason
      result="Order marked as returned."
    >
      <Text>
        All items of the order are free in the player’s vault again. The fee is not refunded, and the stock does not
        change: add the pieces that came back to the stock of their items.
      </Text>
    </ChangeDialog>
  )
}

function waitingNames(items: OrderDialogProps['order']['items']): string {
  return itemNames(items.filter(({ waitingForStock }) => waitingForStock).map(({ name }) => name))
}
