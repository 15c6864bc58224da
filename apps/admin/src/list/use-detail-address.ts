import type { ListSchema } from '@coffer/contract/list'
import { useLocation, useSearch } from 'wouter'
import { useStaff } from '../session/session.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { queryStringOf, readAddress } from './list-state.ts'

export type DetailAddress = ReturnType<typeof useDetailAddress>

/**
 * The address of a screen about one row of a list, which contains the state of the list. `path`: the path of the list. `hasEscape`: Escape leads
 * back to the list.
 */
export function useDetailAddress(list: ListSchema, path: string, { hasEscape = true }: { hasEscape?: boolean } = {}) {
  const isPlatform = useStaff().operator === null
  const address = readAddress(list, useSearch(), isPlatform)
  const { operator = null } = address.filters
  const queryString = queryStringOf(list, address)
  const listPath = `${path}${queryString}`
  const [, navigate] = useLocation()
  useShortcuts(hasEscape ? { Escape: () => navigate(listPath) } : {})
  return {
    listPath,
    /** The state of the list with its question mark, for addresses of screens about the same row; empty for the list as it opens. */
    queryString,
    /** Slug of the operator that the row belongs to; null for the viewer's own. */
    operator,
    /** True when staff of the platform have opened an address without an operator, so that the row cannot be read. */
    lacksOperator: isPlatform && operator === null,
  }
}
