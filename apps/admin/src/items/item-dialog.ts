import type { AdminItem } from '@coffer/contract/admin'
import type { ItemKey } from './use-item.ts'

/** Props of a dialog that changes an item. */
export type ItemDialogProps = {
  /** The item when the dialog opened. */
  item: AdminItem
  itemKey: ItemKey
  onClose: () => void
  /** Called when the change was made. */
  onDone: (result: string) => void
}
