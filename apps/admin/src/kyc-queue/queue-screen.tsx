import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Pages } from '../ui/pages.tsx'
import { PendingRows } from '../ui/pending-rows.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { FilterBar } from './filter-bar.tsx'
import classes from './queue.module.css'
import { type QueueFilters, queuePath, useQueueFilters } from './queue-filters.ts'
import { QueueRow } from './queue-row.tsx'
import { useQueue } from './use-queue.ts'

/** Verifications by status: those to review first, the oldest first. */
export function QueueScreen() {
  const filters = useQueueFilters()
  const { data: page, error, isPending, refetch } = useQueue(filters)
  const list = useRef<HTMLOListElement>(null)
  useRowKeys(list)
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <ScreenTitle title="Verifications" />
        <FilterBar filters={filters} />
      </Group>
      {error !== null && (
        <FailureAlert error={error}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </FailureAlert>
      )}
      {page?.requests.length === 0 && <Empty filters={filters} />}
      <ol className={classes.list} ref={list} aria-label="Verifications" aria-busy={isPending}>
        {page?.requests.map((row) => (
          <QueueRow key={row.requestId} row={row} filters={filters} />
        ))}
      </ol>
      {isPending && <PendingRows what="verifications" />}
      <Pages cursor={page?.cursor} pathOf={(cursor) => queuePath({ ...filters, cursor })} />
    </Stack>
  )
}

function Empty({ filters: { status, operator } }: { filters: QueueFilters }) {
  const isQueue = status === 'SUBMITTED'
  const explanation = isQueue
    ? 'A verification appears here when a player submits it. This list refreshes every half minute.'
    : 'Submitted verifications are under “To review”.'
  return (
    <Paper withBorder p="lg">
      <Text size="lg">{isQueue ? 'No verifications to review.' : 'No verifications with this status.'}</Text>
      <Text c="dimmed" maw="60ch">
        {operator === null ? explanation : 'Only one operator is shown. Choose “All” above to see the others.'}
      </Text>
    </Paper>
  )
}
