import type { AdminBox } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { versionName, WHOLE_BPS } from '../text/boxes.ts'
import { money, percent } from '../text/numbers.ts'
import type { BoxDialogProps } from './box-dialog.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useRestoring } from './use-box.ts'

/** Puts an archived box back on sale, with a reason. */
export function RestoreDialog({ box, boxKey, onClose, onDone }: BoxDialogProps) {
  const { live, currentRtpBps } = box
  return (
    <ReasonDialog
      title="Restore box"
      submitLabel="Restore"
      ifUnconfirmed="The box may have been restored. Cancel to see the current box."
      change={useRestoring(boxKey)}
      inputOf={(reason) => ({ reason, boxVersionId: live?.boxVersionId ?? null })}
      onClose={onClose}
      onDone={() => onDone('Box restored.')}
    >
      <Text>{effectOf(live)}</Text>
      {currentRtpBps !== null && currentRtpBps > WHOLE_BPS && (
        <Text>At the values in force it returns {percent(currentRtpBps)} of its price.</Text>
      )}
    </ReasonDialog>
  )
}

function effectOf(live: AdminBox['live']): string {
  if (live === null)
    return 'The box was never published. The next import of the catalogue file that contains it publishes it.'
  const price = money(live.priceMinor, live.currency)
  return `${versionName(live)} goes on sale again for ${price}, with an RTP of ${percent(live.rtpBps)}.`
}
