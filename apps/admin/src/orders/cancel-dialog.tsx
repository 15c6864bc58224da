import type { AdminOrder } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { money } from '../text/numbers.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import type { OrderDialogProps } from './order-dialog.ts'
import { useCancelling } from './use-order.ts'

/** Cancels a pending order, with a reason. */
export function CancelDialog({ order, orderKey, onClose, onDone }: OrderDialogProps) {
  const { fee, version } = order
  return (
    <ReasonDialog
      title="Cancel order"
      submitLabel="Cancel order"
      submitColor="bad"
      cancelLabel="Keep order"
      ifUnconfirmed="The order may have been cancelled. Close this dialog to see the current order."
      change={useCancelling(orderKey)}
      inputOf={(reason) => ({ version, reason })}
      onClose={onClose}
      onDone={({ order: { refundState } }) => onDone(resultOf(refundState))}
    >
      <Text>Its items go back to the player’s vault.</Text>
      {fee !== null && <Text>The fee of {money(fee.amountMinor, fee.currency)} goes back to the player’s wallet.</Text>}
    </ReasonDialog>
  )
}

function resultOf(refundState: AdminOrder['refundState']): string {
  if (refundState === null || refundState === 'accepted') return 'Order cancelled.'
  return 'Order cancelled. The wallet has not accepted the refund yet: see Costs.'
}
