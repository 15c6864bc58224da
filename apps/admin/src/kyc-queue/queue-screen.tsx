import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
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
  const next = () => moveFocus(list, 1)
  const previous = () => moveFocus(list, -1)
  useShortcuts({ j: next, ArrowDown: next, k: previous, ArrowUp: previous })
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
      {isPending && <PendingRows />}
      <Group component="nav" justify="space-between" aria-label="Pages">
        <PageLink filters={filters} cursor={page?.cursor.prev} text="Previous page" />
        <PageLink filters={filters} cursor={page?.cursor.next} text="Next page" />
      </Group>
    </Stack>
  )
}

/** Moves the focus by one row; from anywhere else to the first row. */
function moveFocus(list: RefObject<HTMLOListElement | null>, by: 1 | -1): void {
  const links: Element[] = [...(list.current?.querySelectorAll('a') ?? [])]
  const at = document.activeElement === null ? -1 : links.indexOf(document.activeElement)
  const target = links[at === -1 ? 0 : at + by]
  if (target instanceof HTMLElement) target.focus()
}

function PendingRows() {
  return (
    <Stack gap="xs" role="status" aria-label="Loading verifications">
      <Skeleton h={44} />
      <Skeleton h={44} />
      <Skeleton h={44} />
    </Stack>
  )
}

type PageLinkProps = { filters: QueueFilters; cursor: string | null | undefined; text: string }

function PageLink({ filters, cursor, text }: PageLinkProps) {
  if (!cursor) return <span />
  return (
    <Button component={Link} href={queuePath({ ...filters, cursor })}>
      {text}
    </Button>
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
