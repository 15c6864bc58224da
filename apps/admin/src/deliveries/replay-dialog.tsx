import { Button, Text } from '@mantine/core'
import { useEndpoints } from '../list/use-endpoints.ts'
import { count } from '../text/numbers.ts'
import { day } from '../text/time.ts'
import { eventName, shortUrl } from '../text/webhooks.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { type ReplayFilters, useReplay } from './use-delivery.ts'

type Props = { filters: ReplayFilters; onClose: () => void; onDone: (result: string) => void }

/** Confirms a replay. The filters are fixed when the dialog opens. */
export function ReplayDialog({ filters, onClose, onDone }: Props) {
  const replay = useReplay()
  const { data: endpoints = [] } = useEndpoints(filters.operator ?? null)
  const url = endpoints.find(({ endpointId }) => `${endpointId}` === filters.endpointId)?.url ?? null
  const send = () => replay.mutate(filters, { onSuccess: (answer) => onDone(replayResult(answer)) })
  return (
    <Dialog
      title="Replay failed deliveries?"
      onClose={onClose}
      isLocked={replay.isPending}
      actions={
        <>
          <Button variant="subtle" color="plain" disabled={replay.isPending} onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <ActionButton isBusy={replay.isPending} onClick={send}>
            Replay
          </ActionButton>
        </>
      }
    >
      <Text>{replayText(filters, url)} are queued.</Text>
      <Text c="dimmed" mt="sm">
        Each keeps its ID, its idempotency key and its body, and is tried up to ten times more. Receivers may get events
        in another order than they occurred.
      </Text>
      {replay.error !== null && <FailureAlert error={replay.error} />}
    </Dialog>
  )
}

/** The filters in words, as in "All failed deliveries to endpoint 3 of events from 1 Mar 2026 (UTC)". */
function replayText({ search, type, endpointId, from, to, operator }: ReplayFilters, url: string | null): string {
  const endpoint =
    endpointId && (url === null ? ` to endpoint ${endpointId}` : ` to endpoint ${endpointId} (${shortUrl(url)})`)
  const since = from && ` from ${day(from)}`
  const until = to && ` to ${day(to)}`
  return [
    'All failed deliveries',
    operator && ` of ${operator}`,
    endpoint,
    type && ` of the event “${eventName(type)}”`,
    search && ` that match “${search}”`,
    (since || until) && ` that occurred${since ?? ''}${until ?? ''} (UTC)`,
  ]
    .filter(Boolean)
    .join('')
}

function replayResult({ replayedCount, hasMore }: { replayedCount: number; hasMore: boolean }): string {
  if (replayedCount === 0) {
    return hasMore ? 'Another replay was running. Replay again.' : 'No failed delivery matches the filters.'
  }
  const what = replayedCount === 1 ? '1 delivery was' : `${count(replayedCount)} deliveries were`
  return `${what} queued.${hasMore ? ' More match: replay again.' : ''}`
}
