import type { StaffRow } from '@coffer/contract/admin'
import { Button, Group } from '@mantine/core'
import type { MemberDialog } from './member-dialogs.tsx'

type Props = { staff: StaffRow; isBusy: boolean; onOpen: (dialog: MemberDialog) => void; onEnable: () => void }

/** Buttons to change another person's account. */
export function MemberActions({ staff, isBusy, onOpen, onEnable }: Props) {
  const isDisabled = staff.status === 'disabled'
  // Links for staff of the platform who have signed in before are created on the command line.
  const mayHaveLink = staff.operator !== null || staff.lastSignedInAt === null
  return (
    <Group gap="xs">
      <Button disabled={isBusy} onClick={() => onOpen('roles')}>
        Change roles…
      </Button>
      {mayHaveLink && !isDisabled && (
        <Button disabled={isBusy} onClick={() => onOpen('link')}>
          Create login link…
        </Button>
      )}
      {isDisabled ? (
        <Button variant="filled" disabled={isBusy} onClick={onEnable}>
          Enable
        </Button>
      ) : (
        <Button disabled={isBusy} onClick={() => onOpen('disable')}>
          Disable…
        </Button>
      )}
    </Group>
  )
}
