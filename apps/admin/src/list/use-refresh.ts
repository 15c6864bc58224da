import { useWindowEvent } from '@mantine/hooks'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { needsConfirmation } from '../api/api.ts'
import { useIsUnattended } from '../ui/activity.ts'

const REFRESH_MS = 30_000
const UNATTENDED_MS = 10 * 60_000

type State = { readonly error: Error | null }

/**
 * Options of a query that is read again every 30 seconds while the user is active, and when the user returns to the window. Not after the user has
 * cancelled a confirmation: only the user starts another one.
 */
export function useRefresh(queryKey: QueryKey, isOn: boolean) {
  const client = useQueryClient()
  const isUnattended = useIsUnattended(UNATTENDED_MS)
  useWindowEvent('focus', () => {
    // A passkey prompt of the browser blurs and refocuses the window. The error is read from the cache: that of this render may be outdated.
    if (!isOn || needsConfirmation(client.getQueryState(queryKey)?.error)) return
    void client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
  })
  if (!isOn) return {}
  return {
    refetchInterval: ({ state }: { state: State }) =>
      isUnattended || needsConfirmation(state.error) ? (false as const) : REFRESH_MS,
    refetchOnWindowFocus: false,
  }
}
