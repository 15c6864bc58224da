import { Text } from '@mantine/core'
import { campaignsText } from '../text/boxes.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import type { BoxDialogProps } from './box-dialog.ts'
import { useArchiving } from './use-box.ts'

/** Takes a box off sale, with a reason. */
export function ArchiveDialog({ box, boxKey, onClose, onDone }: BoxDialogProps) {
  const { campaignCount } = box
  return (
    <ReasonDialog
      title="Archive box"
      submitLabel="Archive"
      ifUnconfirmed="The box may have been archived. Cancel to see the current box."
      change={useArchiving(boxKey)}
      inputOf={(reason) => reason}
      onClose={onClose}
      onDone={() => onDone('Box archived.')}
    >
      <Text>
        Players can no longer open or buy it. Boxes that players have bought and not opened can still be opened or
        returned. Its rounds, odds and versions stay readable.
      </Text>
      {campaignCount > 0 && <Text>{campaignsText(campaignCount)}. Players cannot use them while it is archived.</Text>}
    </ReasonDialog>
  )
}
