import { PictureDialog } from '../ui/picture-dialog.tsx'
import type { ItemDialogProps } from './item-dialog.ts'
import { usePictureChange } from './use-item.ts'

/** Changes the picture of an item. */
export function ItemPictureDialog({ itemKey, onClose, onDone }: ItemDialogProps) {
  return (
    <PictureDialog
      effect="Players see the picture in the game immediately. Prizes already in vaults keep their picture."
      ifUnconfirmed="The picture may have been changed. Cancel to see the current item, then repeat your change if needed."
      change={usePictureChange(itemKey)}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
