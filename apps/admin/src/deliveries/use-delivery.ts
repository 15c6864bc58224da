import type { AdminDelivery } from '@coffer/contract/admin'
import type { DELIVERY_LIST, ListFilters } from '@coffer/contract/list'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, failureCode, needsConfirmation } from '../api/api.ts'
import { useIsUnattended } from '../ui/activity.ts'

/** Key of the pages of the list in the cache, and the name of its export. */
export const DELIVERIES_QUERY = 'webhook-deliveries'

const REFRESH_MS = 5_000
const UNATTENDED_MS = 5 * 60_000

/** True when each view of the delivery's body is recorded. */
export function isViewRecorded({ isPersonal, body }: AdminDelivery): boolean {
  return isPersonal && body !== null
}

/**
 * One delivery. It is read again while it is pending and the page is in use, unless each view is recorded. `operator`: slug of the operator that
 * it belongs to; null for the viewer's own.
 */
export function useDelivery(deliveryId: string, operator: string | null, { isEnabled }: { isEnabled: boolean }) {
  const client = useQueryClient()
  const isUnattended = useIsUnattended(UNATTENDED_MS)
  const queryKey = ['webhook-delivery', operator, deliveryId]
  const params = { deliveryId }
  const read = useQuery({
    queryKey,
    queryFn: async () =>
      (await api.call('getDelivery', { params, query: { operator: operator ?? undefined } })).delivery,
    enabled: isEnabled,
    refetchInterval: ({ state: { data, error } }) => {
      if (isUnattended || needsConfirmation(error)) return false
      return data?.status === 'pending' && data.endpointEnabled && !isViewRecorded(data) ? REFRESH_MS : false
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const replay = useMutation({
    mutationFn: async () =>
      (await api.call('replayDelivery', { params, body: { operator: operator ?? undefined } })).delivery,
    onSuccess: async (delivery) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData<AdminDelivery>(queryKey, (before) => before && { ...before, ...delivery })
      void client.invalidateQueries({ queryKey: [DELIVERIES_QUERY] })
    },
    // Another person has replayed it.
    onError: (error) =>
      failureCode(error) === 'DELIVERY_NOT_FAILED' ? client.refetchQueries({ queryKey, type: 'active' }) : undefined,
  })
  return {
    delivery: read.data ?? null,
    readError: read.error,
    isReading: read.isFetching,
    readAgain: () => void read.refetch(),
    replayError: replay.error,
    isReplaying: replay.isPending,
    /** True when the delivery is sent again; otherwise `replayError` is set. */
    replay: () =>
      replay.mutateAsync().then(
        () => true,
        () => false,
      ),
  }
}

/** Filters of a replay: those of the list without the status, which is always "failed". */
export type ReplayFilters = Omit<ListFilters<typeof DELIVERY_LIST>, 'status'>

/** Sends the failed deliveries that match again. */
export function useReplay() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (filters: ReplayFilters) => api.call('replayDeliveries', { body: filters }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [DELIVERIES_QUERY] }),
  })
}
