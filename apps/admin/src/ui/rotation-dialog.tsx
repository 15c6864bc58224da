import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ActionButton } from './action-button.tsx'
import { Dialog } from './dialog.tsx'
import { FailureAlert } from './failure-alert.tsx'

/** Durations of an overlap, in hours. */
const OVERLAPS = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
]
const DEFAULT_OVERLAP_HOURS = 24

type Props = {
  title: string
  /** The kind of object that is replaced. */
  kind: 'secret' | 'key'
  description: string
  /** A warning when there is no overlap. */
  withoutOverlap: { readonly title: string; readonly text: string }
  /** A note when there is an overlap. */
  withOverlap?: ReactNode
  /** The next step when no answer confirms the rotation. */
  ifUnconfirmed?: string
  /** `mutate` takes the hours of the overlap. */
  rotation: {
    readonly isPending: boolean
    readonly error: Error | null
    readonly mutate: (overlapHours: number) => void
  }
  onClose: () => void
  /** A note. */
  children?: ReactNode
}

/** Confirms that a secret or a key is replaced, and asks how long the old and the new one overlap. */
export function RotationDialog(props: Props) {
  const { title, kind, description, withoutOverlap, withOverlap, ifUnconfirmed, rotation, onClose, children } = props
  const [hours, setHours] = useState(DEFAULT_OVERLAP_HOURS)
  const { isPending, error, mutate } = rotation
  const endsNow = hours === 0
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isLocked={isPending}
      actions={
        <>
          <Button variant="subtle" color="plain" disabled={isPending} onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <ActionButton color={endsNow ? 'bad' : undefined} isBusy={isPending} onClick={() => mutate(hours)}>
            {endsNow ? `Rotate and end the old ${kind}` : `Rotate ${kind}`}
          </ActionButton>
        </>
      }
    >
      <Stack gap="sm">
        <Text>{description}</Text>
        {children}
        <NativeSelect
          label="Overlap"
          data={[...OVERLAPS, { value: '0', label: `None: end the old ${kind} now` }]}
          value={`${hours}`}
          disabled={isPending}
          onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
        />
        {endsNow ? (
          <Alert color="bad" title={withoutOverlap.title}>
            {withoutOverlap.text}
          </Alert>
        ) : (
          withOverlap
        )}
        {error !== null && <FailureAlert error={error} ifUnconfirmed={ifUnconfirmed} />}
      </Stack>
    </Dialog>
  )
}
