import type { AdminBox } from '@coffer/contract/admin'
import type { BoxKey } from './use-box.ts'

/** Props of a dialog that changes a box. */
export type BoxDialogProps = {
  /** The box when the dialog opened. */
  box: AdminBox
  boxKey: BoxKey
  onClose: () => void
  /** Called when the change was made. */
  onDone: (result: string) => void
}
