import type { ListFilter, ListSchema } from '@coffer/contract/list'
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStaff } from '../session/session.tsx'
import { isDay } from './day.ts'
import { type Filters, useListTexts } from './list-texts.tsx'

/** The part of a list's state that its address contains: every filter but those of text, the order and the page. */
export type AddressState = { readonly filters: Filters; readonly sort: string; readonly cursor: string | null }

/**
 * Reads the state from the query of an address. Values that the list does not have, or does not offer to the viewer, are ignored. An empty value
 * removes the initial one of a filter.
 */
export function readAddress(list: ListSchema, search: string, isPlatform: boolean): AddressState {
  const query = new URLSearchParams(search)
  const filters = Object.entries(list.filters).flatMap(([name, filter]) => {
    const given = query.get(name)
    const isOffered = filter.kind !== 'operator' || isPlatform
    if (given !== null && isOffered && isValue(filter, given)) return [[name, given]]
    const initial = initialOf(filter)
    return initial === null || given === '' ? [] : [[name, initial]]
  })
  return {
    filters: Object.fromEntries(filters),
    sort: list.sorts.find((one) => one === query.get('sort')) ?? list.sorts[0],
    cursor: query.get('cursor') || null,
  }
}

/** The value that the list opens with; null when the filter is not set then. */
function initialOf(filter: ListFilter): string | null {
  return filter.kind === 'choice' ? (filter.initial ?? null) : null
}

function isValue(filter: ListFilter, value: string): boolean {
  if (filter.kind === 'choice') return filter.options.includes(value)
  if (filter.kind === 'day') return isDay(value)
  if (filter.kind === 'endpoint') return /^[1-9]\d{0,14}$/.test(value)
  return filter.kind === 'operator' && value !== ''
}

/** True when a filter other than the operator differs from what the list opens with. */
function isChanged(filter: ListFilter, value: string | undefined): boolean {
  return filter.kind !== 'operator' && (value ?? null) !== initialOf(filter)
}

/** True for a list whose rows all belong to operators: staff of the platform have to choose one. */
export function needsOperator(list: ListSchema): boolean {
  return Object.values(list.filters).some((filter) => filter.kind === 'operator' && filter.isRequired)
}

/** True for a filter whose value has no meaning once another filter has changed: an endpoint belongs to one operator. */
function dependsOn(list: ListSchema, name: string, changed: string): boolean {
  return list.filters[name]?.kind === 'endpoint' && list.filters[changed]?.kind === 'operator'
}

/** The query of an address with its question mark; empty for the list as it opens. */
export function queryStringOf(list: ListSchema, { filters, sort, cursor }: AddressState): string {
  const query = new URLSearchParams()
  for (const [name, filter] of Object.entries(list.filters)) {
    const value = filters[name] ?? null
    if (value !== initialOf(filter)) query.set(name, value ?? '')
  }
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
  const filters = Object.entries(list.filters)
  return {
    ...address,
    /** Text filters as they are typed. */
    texts,
    queryString: queryStringOf(list, address),
    /** True when a filter other than the operator differs from what the list opens with. */
    isFiltered:
      Object.keys(texts).length > 0 || filters.some(([name, filter]) => isChanged(filter, address.filters[name])),
    /** True while staff of the platform have to choose an operator before there are rows to read. */
    lacksOperator: isPlatform && needsOperator(list) && scope.length === 0,
    pathOf,
    setSort: (sort: string) => navigate(pathOf({ sort })),
    /** Null removes the filter. `replace`: the change is part of the one before it, and Back undoes both. */
    setFilter: (name: string, value: string | null, { replace = false } = {}) => {
      const others = Object.entries(address.filters).filter(([one]) => one !== name && !dependsOn(list, one, name))
      const changed = Object.fromEntries(value === null ? others : [...others, [name, value]])
      navigate(pathOf({ filters: changed }), { replace })
    },
    setText: (name: string, text: string) => {
      const { [name]: _, ...others } = texts
      setTexts(text === '' ? others : { ...others, [name]: text })
      if (address.cursor !== null) navigate(pathOf({}), { replace: true })
    },
    /** Sets all filters but the operator to what the list opens with. */
    clearFilters: () => {
      setTexts({})
      const { filters: initial } = readAddress(list, '', isPlatform)
      navigate(pathOf({ filters: { ...initial, ...Object.fromEntries(scope) } }))
    },
  }
}
