import type { AdminBox } from '@coffer/contract/admin'
import type { BoxStatus } from '@coffer/contract/box-names'
import { Text } from '@mantine/core'
import { versionName, WHOLE_BPS } from '../text/boxes.ts'
import { money, percent } from '../text/numbers.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import type { BoxDialogProps } from './box-dialog.ts'
import { useRestoring } from './use-box.ts'

/** Restores an archived box, with a reason. */
export function RestoreDialog({ box, boxKey, onClose, onDone }: BoxDialogProps) {
  const { live } = box
  return (
    <ReasonDialog
      title="Restore box"
      submitLabel="Restore"
      ifUnconfirmed="The box may have been restored. Cancel to see the current box."
      change={useRestoring(boxKey)}
      inputOf={(reason) => ({ reason, boxVersionId: live?.boxVersionId ?? null })}
      onClose={onClose}
      onDone={({ box: { status } }) => onDone(RESULTS[status])}
    >
      <Text>{effectOf(box)}</Text>
    </ReasonDialog>
  )
}

/** Results by the status of the box afterwards. */
const RESULTS: Readonly<Record<BoxStatus, string>> = {
  on_sale: 'Box restored.',
  paused: 'Box restored. It is paused, because on average it returns more than it costs.',
  unpublished: 'Box restored. Publish a version to put it on sale.',
  archived: 'The box was archived meanwhile.',
}

const AFTER_PUBLICATION =
  'on sale once a version is published, here or by an import that contains it and does not archive it'

function effectOf({ live, currentRtpBps, operatorCurrency }: AdminBox): string {
  if (live === null) return `No version of the box is live. It is ${AFTER_PUBLICATION}.`
  const { versionNumber, priceMinor, currency, rtpBps } = live
  if (currency !== operatorCurrency) {
    return `${versionName(live)} has prices in ${currency}, and the currency of the operator is ${operatorCurrency}. The box is ${AFTER_PUBLICATION}.`
  }
  // The RTP is rounded down: at 100 % the box may be unprofitable.
  if (currentRtpBps !== null && currentRtpBps >= WHOLE_BPS) {
    return `At the values in force version ${versionNumber} returns ${percent(currentRtpBps)} of its price. If the settings pause unprofitable boxes, the box stays off sale.`
  }
  return `${versionName(live)} goes on sale again for ${money(priceMinor, currency)}, with an RTP of ${percent(rtpBps)}.`
}
