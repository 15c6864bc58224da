import type { AdminItem } from '@coffer/contract/admin'
import type { ReactNode } from 'react'
import { ActionButton } from '../ui/action-button.tsx'
import { useCurrentDialog } from '../ui/use-current-dialog.ts'

export type ItemDialogProps = {
  /** The item when the dialog opened. */
  item: AdminItem
  onClose: () => void
  /** Called when the change was made. */
  onDone: (result: string) => void
}

type Props = {
  label: string
  /** Reads the item again; null when that failed. */
  read: () => Promise<AdminItem | null>
  /** Called with the result of a change, and with null when one begins. */
  onResult: (result: string | null) => void
  children: (dialog: ItemDialogProps) => ReactNode
}

/** A button with the dialog that it opens on the current item. */
export function ItemAction({ label, read, onResult, children }: Props) {
  const dialog = useCurrentDialog(read)
  const open = async () => {
    onResult(null)
    // The failure is shown at the top of the page.
    if (!(await dialog.open())) scrollTo(0, 0)
  }
  const finish = (result: string) => {
    dialog.close()
    onResult(result)
  }
  return (
    <>
      <ActionButton variant="default" isBusy={dialog.isOpening} onClick={open}>
        {label}
      </ActionButton>
      {dialog.opened !== null && children({ item: dialog.opened, onClose: dialog.close, onDone: finish })}
    </>
  )
}
