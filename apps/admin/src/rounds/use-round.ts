import { useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { ON_REQUEST } from '../list/on-request.ts'

/** One round. It is read again only on request. `operator`: slug of the operator that it belongs to; null for the viewer's own. */
export function useRound(publicId: string, operator: string | null, { isEnabled }: { isEnabled: boolean }) {
  const read = useQuery({
    queryKey: ['round', operator, publicId],
    queryFn: async () =>
      (await api.call('getRound', { params: { publicId }, query: { operator: operator ?? undefined } })).round,
    enabled: isEnabled,
    ...ON_REQUEST,
  })
  return {
    round: read.data ?? null,
    readError: read.error,
    isReading: read.isFetching,
    readAt: read.data === undefined ? null : new Date(read.dataUpdatedAt).toISOString(),
    readAgain: () => void read.refetch(),
  }
}
