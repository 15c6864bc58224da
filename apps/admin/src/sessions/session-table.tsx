import type { StaffSessionRow } from '@coffer/contract/admin'
import { Button, Text } from '@mantine/core'
import { deviceOf } from '../text/user-agent.ts'
import { Chip } from '../ui/chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'

type Props = {
  label: string
  sessions: readonly StaffSessionRow[]
  isBusy: boolean
  /** Ends a session; null when the user may not. */
  onEnd: ((sessionId: number) => void) | null
}

/** The active sessions of a member of staff. The session of this browser ends by signing out. */
export function SessionTable({ label, sessions, isBusy, onEnd }: Props) {
  if (sessions.length === 0) return <Text c="dimmed">No active sessions.</Text>
  const columns: Column<StaffSessionRow>[] = [
    {
      key: 'device',
      label: 'Device',
      cell: ({ userAgent, isCurrent }) => (
        <>
          <span title={userAgent ?? undefined}>{deviceOf(userAgent)}</span>{' '}
          {isCurrent && <Chip tone="good">This session</Chip>}
        </>
      ),
    },
    { key: 'address', label: 'IP address', cell: ({ address }) => address },
    { key: 'signedIn', label: 'Signed in', cell: ({ signedInAt }) => <Moment at={signedInAt} /> },
    { key: 'lastUsed', label: 'Last used', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
    { key: 'ends', label: 'Expires', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  ]
  if (onEnd !== null) {
    columns.push({
      key: 'action',
      label: 'Action',
      cell: ({ sessionId, isCurrent, userAgent }) =>
        !isCurrent && (
          <Button
            size="compact-sm"
            disabled={isBusy}
            aria-label={`End session on ${deviceOf(userAgent)}`}
            onClick={() => onEnd(sessionId)}
          >
            End session
          </Button>
        ),
    })
  }
  return <DataTable label={label} columns={columns} rows={sessions} keyOf={({ sessionId }) => sessionId} />
}
