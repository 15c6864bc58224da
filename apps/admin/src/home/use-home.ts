import { useQuery } from '@tanstack/react-query'
import { api, needsConfirmation } from '../api/api.ts'
import { useIsUnattended } from '../ui/activity.ts'

const REFRESH_MS = 30_000
const UNATTENDED_MS = 5 * 60_000

/**
 * The data of the home screen. It refreshes every 30 seconds while the page is in use. `operator`: null for the viewer's own; for staff of the
 * platform, null reads what concerns all operators.
 */
export function useHome(operator: string | null) {
  const isUnattended = useIsUnattended(UNATTENDED_MS)
  return useQuery({
    queryKey: ['home', operator],
    queryFn: async () => (await api.call('getHome', { query: { operator: operator ?? undefined } })).home,
    // Enabled again, the query is read immediately.
    enabled: !isUnattended,
    refetchInterval: ({ state }) => (needsConfirmation(state.error) ? false : REFRESH_MS),
  })
}
