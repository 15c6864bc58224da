import { useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'

/** Key of the lists of endpoints in the cache. The slug of the operator follows it. */
export const ENDPOINTS_QUERY = 'webhook-endpoints'

/** The webhook endpoints of an operator, oldest first. `operator`: null for the viewer's own. */
export function useEndpoints(operator: string | null, { isEnabled = true } = {}) {
  return useQuery({
    queryKey: [ENDPOINTS_QUERY, operator],
    queryFn: async () => (await api.call('listEndpoints', { query: { operator: operator ?? undefined } })).endpoints,
    enabled: isEnabled,
  })
}
