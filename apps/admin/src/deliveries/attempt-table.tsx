import type { DeliveryDetail } from '@coffer/contract/webhooks'
import { Stack, Text, Title } from '@mantine/core'
import { attemptDuration, attemptResult } from '../text/attempts.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'

type Attempt = DeliveryDetail['attempts'][number]

const COLUMNS: readonly Column<Attempt>[] = [
  { key: 'started', label: 'Started', cell: ({ startedAt }) => <Moment at={startedAt} isExact /> },
  { key: 'duration', label: 'Duration', cell: attemptDuration },
  { key: 'result', label: 'Result', cell: attemptResult },
]

/** The attempts at a delivery, oldest first. */
export function AttemptTable({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Stack component="section" gap="xs" aria-labelledby="attempts">
      <Title order={2} id="attempts">
        Attempts
      </Title>
      {attempts.length === 0 ? (
        <Text c="dimmed">No attempts yet.</Text>
      ) : (
        <DataTable label="Attempts" columns={COLUMNS} rows={attempts} keyOf={(attempt) => attempts.indexOf(attempt)} />
      )}
    </Stack>
  )
}
