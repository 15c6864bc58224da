import { Text } from '@mantine/core'
import { ChangeDialog } from './change-dialog.tsx'
import type { OrderDialogProps } from './order-dialog.ts'
import type { OrderField } from './order-draft.ts'

const ALL: readonly OrderField[] = ['carrier', 'trackingNumber', 'trackingUrl', 'realizedTotalCostMinor', 'userNotes']
const OF_ERASED: readonly OrderField[] = ['realizedTotalCostMinor']

/** Changes the tracking, the recorded cost and the delivery note of an order; of an erased one only the cost. */
export function DetailsDialog(props: OrderDialogProps) {
  const isErased = props.order.erasedAt !== undefined
  return (
    <ChangeDialog
      {...props}
      title="Edit details"
      submitLabel="Save"
      fields={isErased ? OF_ERASED : ALL}
      hasReason
      result="Order changed."
    >
      {isErased && <Text>The personal data was erased. Only the cost can still be changed.</Text>}
    </ChangeDialog>
  )
}
