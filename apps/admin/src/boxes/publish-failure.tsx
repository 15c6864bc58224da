import { Alert, Group } from '@mantine/core'
import { failureCode } from '../api/api.ts'
import { failureText } from '../text/failures.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import type { PublishMode } from './publish-mode.ts'
import { REFUSABLE } from './version-faults.ts'

const IF_UNCONFIRMED: Readonly<Record<PublishMode, string>> = {
  now: 'The version may have been published. Open the box to see its versions.',
  later: 'The version may have been scheduled. Open the box to see it.',
}

type Props = {
  error: Error
  mode: PublishMode
  /** True while the version is checked again. */
  isChecking: boolean
  onReviewAgain: () => void
}

/** The failure to publish or schedule a version. When the box has changed, the version is reviewed again. */
export function PublishFailure({ error, mode, isChecking, onReviewAgain }: Props) {
  if (!isBoxChanged(error)) {
    return <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED[mode]} fields={REFUSABLE} />
  }
  return (
    <Alert color="bad" title={failureText(failureCode(error)).what}>
      Review the version again to see what it changes now.
      <Group mt="sm">
        <ActionButton variant="default" isBusy={isChecking} onClick={onReviewAgain}>
          Review again
        </ActionButton>
      </Group>
    </Alert>
  )
}

/** True when the box is no longer the one that the version was reviewed for. */
export function isBoxChanged(error: Error): boolean {
  return failureCode(error) === 'BOX_CHANGED'
}
