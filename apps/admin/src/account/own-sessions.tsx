import { Button, Group, Stack, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Answer, api } from '../api/api.ts'
import { OWN_SESSIONS } from '../session/session.tsx'
import { SessionTable } from '../sessions/session-table.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { useNotice } from '../ui/notice.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'

/** The sessions of the signed-in member of staff, who can end all but this one. */
export function OwnSessions() {
  const client = useQueryClient()
  const notice = useNotice()
  const section = useRef<HTMLDivElement>(null)
  const read = useQuery({
    queryKey: OWN_SESSIONS,
    queryFn: async () => (await api.call('listOwnSessions', {})).sessions,
  })
  const end = useMutation({
    mutationFn: (sessionId: number | 'others'): Promise<Answer<'endOwnSession'>> =>
      sessionId === 'others'
        ? api.call('endOtherSessions', {})
        : api.call('endOwnSession', { params: { sessionId: `${sessionId}` } }),
    onSuccess: async ({ sessions }, sessionId) => {
      await client.cancelQueries({ queryKey: OWN_SESSIONS })
      client.setQueryData(OWN_SESSIONS, sessions)
      notice.show(sessionId === 'others' ? 'Your other sessions ended.' : 'The session ended.')
    },
  })
  useKeptFocus(section, end.isPending, 'h2')
  const sessions = read.data ?? []
  const error = end.error ?? read.error
  return (
    <Stack component="section" gap="xs" aria-labelledby="own-sessions" ref={section}>
      <Group justify="space-between">
        <Title order={2} id="own-sessions" tabIndex={-1}>
          Your sessions
        </Title>
        {sessions.length > 1 && (
          <Button disabled={end.isPending} onClick={() => end.mutate('others')}>
            End all other sessions
          </Button>
        )}
      </Group>
      {error !== null && (
        <FailureAlert error={error}>
          {read.error && <Button onClick={() => void read.refetch()}>Try again</Button>}
        </FailureAlert>
      )}
      {read.isPending && <Loading what="your sessions" />}
      {read.data && (
        <SessionTable label="Your sessions" sessions={sessions} isBusy={end.isPending} onEnd={end.mutate} />
      )}
    </Stack>
  )
}
