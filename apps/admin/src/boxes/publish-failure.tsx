import { Alert, Button, Group } from '@mantine/core'
import { failureCode } from '../api/api.ts'
import { failureText } from '../text/failures.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import type { PublishMode } from './publish-mode.ts'

const IF_UNCONFIRMED: Readonly<Record<PublishMode, string>> = {
  now: 'The version may have been published. Open the box to see its versions.',
  later: 'The version may have been scheduled. Open the box to see it.',
}

/** Fields that the service may refuse after a review. */
const REFUSABLE = { priceMinor: 'The price', prizes: 'The box', boxId: 'The box', currency: 'The currency' }

type Props = { error: Error; mode: PublishMode; onReviewAgain: () => void }

/** Why a version was not published or scheduled. When the box has changed, the version is reviewed again. */
export function PublishFailure({ error, mode, onReviewAgain }: Props) {
  const code = failureCode(error)
  if (code !== 'BOX_CHANGED') {
    return <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED[mode]} fields={REFUSABLE} />
  }
  return (
    <Alert color="bad" title={failureText(code).what}>
      Review the version again to see what it changes now.
      <Group mt="sm">
        <Button onClick={onReviewAgain}>Review again</Button>
      </Group>
    </Alert>
  )
}
