import type { ListFilter, ListSchema } from '@coffer/contract/list'
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStaff } from '../session/session.tsx'
import { isDay } from './day.ts'
import { type Filters, useListTexts } from './list-texts.tsx'

/** The part of a list's state that its address contains: every filter but those of text, the order and the page. */
export type AddressState = { readonly filters: Filters; readonly sort: string; readonly cursor: string | null }

/** Reads the state from the query of an address. Values that the list does not have, or does not offer to the viewer, are ignored. */
export function readAddress(list: ListSchema, search: string, isPlatform: boolean): AddressState {
  const query = new URLSearchParams(search)
  const filters = Object.entries(list.filters).flatMap(([name, filter]) => {
    const value = query.get(name) ?? ''
    const isOffered = filter.kind !== 'operator' || isPlatform
    return isOffered && isValue(filter, value) ? [[name, value]] : []
  })
  return {
    filters: Object.fromEntries(filters),
    sort: list.sorts.find((one) => one === query.get('sort')) ?? list.sorts[0],
    cursor: query.get('cursor') || null,
  }
}

function isValue(filter: ListFilter, value: string): boolean {
  if (filter.kind === 'choice') return filter.options.includes(value)
  if (filter.kind === 'day') return isDay(value)
  if (filter.kind === 'endpoint') return /^[1-9]\d{0,14}$/.test(value)
  return filter.kind === 'operator' && value !== ''
}

/** True for a filter whose value has no meaning once another filter has changed: an endpoint belongs to one operator. */
function dependsOn(list: ListSchema, name: string, changed: string): boolean {
  return list.filters[name]?.kind === 'endpoint' && list.filters[changed]?.kind === 'operator'
}

/** The query of an address with its question mark; empty for the list as it opens. */
export function queryStringOf(list: ListSchema, { filters, sort, cursor }: AddressState): string {
  const query = new URLSearchParams(filters)
  if (sort !== list.sorts[0]) query.set('sort', sort)
  if (cursor !== null) query.set('cursor', cursor)
  return `${query}` === '' ? '' : `?${query}`
}

export type ListControl = ReturnType<typeof useListState>

/** The state of the list at the current address, and its changes. Every change but that of the page leads to the first page. */
export function useListState(list: ListSchema) {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const [texts, setTexts] = useListTexts(path)
  const isPlatform = useStaff().operator === null
  const address = useMemo(() => readAddress(list, search, isPlatform), [list, search, isPlatform])
  const pathOf = (change: Partial<AddressState>) => path + queryStringOf(list, { ...address, cursor: null, ...change })
  const scope = Object.entries(address.filters).filter(([name]) => list.filters[name]?.kind === 'operator')
  const needsOperator = Object.values(list.filters).some((one) => one.kind === 'operator' && one.isRequired)
  return {
    ...address,
    /** Text filters as they are typed. */
    texts,
    queryString: queryStringOf(list, address),
    /** True when a filter other than the operator is set. */
    isFiltered: Object.keys(address.filters).length > scope.length || Object.keys(texts).length > 0,
    /** True while staff of the platform have to choose an operator before there are rows to read. */
    lacksOperator: isPlatform && needsOperator && scope.length === 0,
    pathOf,
    setSort: (sort: string) => navigate(pathOf({ sort })),
    /** Null removes the filter. `replace`: the change is part of the one before it, and Back undoes both. */
    setFilter: (name: string, value: string | null, { replace = false } = {}) => {
      const others = Object.entries(address.filters).filter(([one]) => one !== name && !dependsOn(list, one, name))
      const filters = Object.fromEntries(value === null ? others : [...others, [name, value]])
      navigate(pathOf({ filters }), { replace })
    },
    setText: (name: string, text: string) => {
      const { [name]: _, ...others } = texts
      setTexts(text === '' ? others : { ...others, [name]: text })
      if (address.cursor !== null) navigate(pathOf({}), { replace: true })
    },
    /** Removes all filters but the operator. */
    clearFilters: () => {
      setTexts({})
      navigate(pathOf({ filters: Object.fromEntries(scope) }))
    },
  }
}
