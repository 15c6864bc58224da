import { useWindowEvent } from '@mantine/hooks'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, needsConfirmation } from '../api/api.ts'
import { useIsUnattended } from '../ui/activity.ts'
import type { QueueFilters } from './queue-filters.ts'

type QueuePage = Answer<'listKycQueue'>

const QUEUE = 'kyc-queue'
const REFRESH_MS = 30_000
const UNATTENDED_MS = 10 * 60_000

/** A page of the queue. It refreshes every 30 seconds while the user is active, and when the user returns to the window. */
export function useQueue(filters: QueueFilters) {
  const client = useQueryClient()
  const isUnattended = useIsUnattended(UNATTENDED_MS)
  const queryKey = [QUEUE, filters]
  const page = useQuery({
    queryKey,
    queryFn: () => readQueue(filters),
    // After the user has cancelled a confirmation, only the user starts another one.
    refetchInterval: ({ state }) => (isUnattended || needsConfirmation(state.error) ? false : REFRESH_MS),
    refetchOnWindowFocus: false,
  })
  useWindowEvent('focus', () => {
    // A passkey prompt of the browser blurs and refocuses the window. The error is read from the cache: that of this render may be outdated.
    if (needsConfirmation(client.getQueryState(queryKey)?.error)) return
    void page.refetch({ cancelRefetch: false })
  })
  return page
}

/** Verifications that this reviewer has given an opinion on since the page was loaded. They need another reviewer. */
const reviewed = new Set<number>()

/** The oldest verification that is free or claimed by this reviewer; null when there is none. Throws {@link ApiFailure}. */
export async function findNextCase(
  client: QueryClient,
  { reviewedId, staffId, operator }: { reviewedId: number; staffId: number; operator: string | null },
): Promise<number | null> {
  reviewed.add(reviewedId)
  const filters = { status: 'SUBMITTED', operator, cursor: null } as const
  const page = await client.fetchQuery({ queryKey: [QUEUE, filters], queryFn: () => readQueue(filters) })
  const next = page.requests.find(
    ({ requestId, claim }) => !reviewed.has(requestId) && (claim === null || claim.staffId === staffId),
  )
  return next?.requestId ?? null
}

function readQueue({ status, operator, cursor }: QueueFilters): Promise<QueuePage> {
  return api.call('listKycQueue', { query: { status, operator: operator ?? undefined, cursor: cursor ?? undefined } })
}
