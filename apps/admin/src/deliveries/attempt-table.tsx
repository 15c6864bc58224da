import type { AdminDelivery } from '@coffer/contract/admin'
import { Stack, Text, Title } from '@mantine/core'
import { attemptDuration, attemptResult } from '../text/attempts.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './deliveries.module.css'

type Attempt = AdminDelivery['attempts'][number]

/** The service shows so many of the newest attempts. */
const SHOWN_COUNT = 200

/** The newest attempts at a delivery, oldest first. */
export function AttemptTable({ delivery: { attempts, status } }: { delivery: AdminDelivery }) {
  const isUnderWay = (attempt: Attempt) => status === 'pending' && attempt === attempts.at(-1)
  const columns: readonly Column<Attempt>[] = [
    { key: 'started', label: 'Started', cell: ({ startedAt }) => <Moment at={startedAt} isExact /> },
    { key: 'url', label: 'URL', cell: ({ url }) => <span className={classes.cell}>{url ?? 'Not recorded'}</span> },
    { key: 'duration', label: 'Duration', cell: attemptDuration },
    { key: 'result', label: 'Result', cell: (attempt) => attemptResult(attempt, isUnderWay(attempt)) },
  ]
  return (
    <Stack component="section" gap="xs" aria-labelledby="attempts">
      <Title order={2} id="attempts">
        Attempts
      </Title>
      {attempts.length >= SHOWN_COUNT && <Text c="dimmed">The newest {SHOWN_COUNT} attempts are shown.</Text>}
      {attempts.length === 0 ? (
        <Text c="dimmed">No attempts yet.</Text>
      ) : (
        <DataTable label="Attempts" columns={columns} rows={attempts} keyOf={(attempt) => attempts.indexOf(attempt)} />
      )}
    </Stack>
  )
}
