import type { AdminBoxSchedule } from '@coffer/contract/admin'
import type { ScheduleStatus } from '@coffer/contract/box-names'
import { Text } from '@mantine/core'
import { moment } from '../text/time.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { type BoxKey, useScheduleCancelling } from './use-box.ts'

type Words = {
  readonly title: string
  readonly effect: (publishAt: string) => string
  readonly submit: string
  /** Omitted: Cancel. */
  readonly cancel?: string
  readonly result: string
}

const WORDS: Readonly<Record<ScheduleStatus, Words>> = {
  waiting: {
    title: 'Cancel scheduled version',
    effect: (publishAt) => `The version that is scheduled for ${moment(publishAt)} will not be published.`,
    submit: 'Cancel version',
    cancel: 'Keep it',
    result: 'Scheduled version cancelled.',
  },
  refused: {
    title: 'Dismiss scheduled version',
    effect: () => 'The refused version and its reasons are removed from this screen.',
    submit: 'Dismiss',
    result: 'Scheduled version dismissed.',
  },
}

type Props = {
  /** The scheduled version when the dialog opened. */
  schedule: AdminBoxSchedule
  boxKey: BoxKey
  onClose: () => void
  /** Called when the change was made. */
  onDone: (result: string) => void
}

/** Cancels a scheduled version, or dismisses one that was not published. */
export function CancelScheduleDialog({ schedule, boxKey, onClose, onDone }: Props) {
  const { scheduledVersionId, status, publishAt } = schedule
  const words = WORDS[status]
  return (
    <ReasonDialog
      title={words.title}
      submitLabel={words.submit}
      cancelLabel={words.cancel}
      isReasonRequired={false}
      ifUnconfirmed="The change may have been made. Close this dialog to see the current box."
      change={useScheduleCancelling(boxKey)}
      inputOf={(reason) => ({ scheduledVersionId, reason: reason === '' ? undefined : reason })}
      onClose={onClose}
      onDone={() => onDone(words.result)}
    >
      <Text>{words.effect(publishAt)}</Text>
    </ReasonDialog>
  )
}
