import type { AdminOrder } from '@coffer/contract/admin'
import type { OrderKey } from './use-order.ts'

/** Props of a dialog that changes an order. */
export type OrderDialogProps = {
  /** The order when the dialog opened. */
  order: AdminOrder
  orderKey: OrderKey
  onClose: () => void
  /** Called when the change was made. */
  onDone: (result: string) => void
}

/** The next step when an order may have been changed although no answer confirms it. */
export const IF_UNCONFIRMED =
  'The order may have been changed. Close this dialog to see the current order, then repeat your change if needed.'
