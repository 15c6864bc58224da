import type { ListSchema } from '@coffer/contract/list'
import { useLocation, useSearch } from 'wouter'
import { useStaff } from '../session/session.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { queryStringOf, readAddress } from './list-state.ts'

export type DetailAddress = ReturnType<typeof useDetailAddress>

/**
 * The address of a screen about one row of a list, which contains the state of the list. `path`: the path that the screen leads back to,
 * that of the list or of a screen about the same row. `hasEscape`: Escape leads back too.
 */
export function useDetailAddress(list: ListSchema, path: string, { hasEscape = true }: { hasEscape?: boolean } = {}) {
  const isPlatform = useStaff().operator === null
  const address = readAddress(list, useSearch(), isPlatform)
  const { operator = null } = address.filters
  const queryString = queryStringOf(list, address)
  const backPath = `${path}${queryString}`
  const [, navigate] = useLocation()
  useShortcuts(hasEscape ? { Escape: () => navigate(backPath) } : {})
  return {
    /** The path that the screen leads back to, with the state of the list. */
    backPath,
    /** The state of the list with its question mark, for addresses of screens about the same row; empty for the list as it opens. */
    queryString,
    /** Slug of the operator that the row belongs to; null for the viewer's own. */
    operator,
    /** True when staff of the platform have opened an address without an operator, so that the row cannot be read. */
    lacksOperator: isPlatform && operator === null,
  }
}
