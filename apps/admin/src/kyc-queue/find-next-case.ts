import type { QueryClient } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { KYC_QUERY } from './queue-path.ts'

/** Verifications that this reviewer has given an opinion on since the page was loaded. They need another reviewer. */
const reviewed = new Set<number>()

type Options = { reviewedId: number; staffId: number; operator: string | null }

/** The oldest verification that is free or claimed by this reviewer; null when there is none. Throws {@link ApiFailure}. */
export async function findNextCase(
  client: QueryClient,
  { reviewedId, staffId, operator }: Options,
): Promise<number | null> {
  reviewed.add(reviewedId)
  // The list must not show the rows that it had before the decision. One that is on the screen reads them again.
  void client.resetQueries({ queryKey: [KYC_QUERY] })
  const { requests } = await api.call('listKycQueue', {
    body: { status: 'SUBMITTED', sort: 'queue', ...(operator !== null && { operator }) },
  })
  const next = requests.find(
    ({ requestId, claim }) => !reviewed.has(requestId) && (claim === null || claim.staffId === staffId),
  )
  return next?.requestId ?? null
}
