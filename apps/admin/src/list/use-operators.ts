import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'

/** The query of the operators by name, for staff of the platform. */
export const OPERATORS_QUERY = queryOptions({
  queryKey: ['operators'],
  queryFn: async () => (await api.call('listOperators', {})).operators,
  staleTime: 60_000,
})

/** The operators to filter by, for staff of the platform. A filter that is set already is offered before they have been read. */
export function useOperatorChoice(chosen: string | null): { value: string; label: string }[] {
  const { data = [] } = useQuery(OPERATORS_QUERY)
  const isKnown = chosen === null || data.some(({ slug }) => slug === chosen)
  const operators = isKnown ? data : [{ slug: chosen, name: chosen }, ...data]
  return operators.map(({ slug, name }) => ({ value: slug, label: name }))
}
