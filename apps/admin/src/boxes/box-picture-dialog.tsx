import { PictureDialog } from '../ui/picture-dialog.tsx'
import type { BoxDialogProps } from './box-dialog.ts'
import { usePictureChange } from './use-box.ts'

/** Changes the picture of a box. */
export function BoxPictureDialog({ boxKey, onClose, onDone }: BoxDialogProps) {
  return (
    <PictureDialog
      effect="Players see the picture in the game immediately."
      ifUnconfirmed="The picture may have been changed. Cancel to see the current box, then repeat your change if needed."
      change={usePictureChange(boxKey)}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
