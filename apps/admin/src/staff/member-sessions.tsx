import type { StaffSessionRow } from '@coffer/contract/admin'
import { Button, Group, Stack, Title } from '@mantine/core'
import { SessionTable } from '../sessions/session-table.tsx'

type Props = {
  name: string
  sessions: readonly StaffSessionRow[]
  isBusy: boolean
  /** Null when the viewer may not end sessions. */
  onEnd: ((sessionId: number) => void) | null
  onEndAll: () => void
}

/** The active sessions of another member of staff. */
export function MemberSessions({ name, sessions, isBusy, onEnd, onEndAll }: Props) {
  return (
    <Stack component="section" gap="xs" aria-labelledby="sessions">
      <Group justify="space-between">
        <Title order={2} id="sessions">
          Sessions
        </Title>
        {onEnd !== null && sessions.length > 1 && (
          <Button disabled={isBusy} onClick={onEndAll}>
            End all sessions
          </Button>
        )}
      </Group>
      <SessionTable label={`Sessions of ${name}`} sessions={sessions} isBusy={isBusy} onEnd={onEnd} />
    </Stack>
  )
}
