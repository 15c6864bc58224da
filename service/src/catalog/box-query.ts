import { isStorable } from '@coffer/contract/text'
import { invalidField } from '../kernel/index.ts'
import { type Attribute, type AttributeValue, parseValue } from './attributes.ts'

/** What a list of boxes asks for: all of the conditions, and an order; without one, newest first by id. */
export type BoxQuery = { ids: readonly number[] | null; conditions: readonly Condition[]; sort: BoxSort | null }

export type Condition =
  | { column: 'name' | 'slug'; value: string }
  | { column: 'isActive'; value: boolean }
  | { attribute: Attribute; value: AttributeValue }

export type BoxSort = { by: 'name' | 'price' | Attribute; descending: boolean }

/** Query parameters as they arrived: `filter[name]` and bare `name` are alike, so are `filter[meta.x]` and `meta.x`. */
export type BoxListQuery = {
  ids?: number[]
  sort?: string
  limit?: number
  cursor?: string
  readonly [name: string]: unknown
}

/** Texts are put in order by so many of their first characters, so that a cursor can carry them. */
export const SORT_TEXT_CHARACTERS = 100

const FILTER = /^filter\[(.*)\]$/
const BARE = /^(?:name|slug|isActive|meta\..*)$/

/** Reads a list's query. Throws a 422 for an unknown field or attribute and for a value of another type. */
export function readBoxQuery(query: BoxListQuery, declared: readonly Attribute[], onSaleOnly: boolean): BoxQuery {
  const conditions = Object.keys(query).flatMap((parameter) => readCondition(parameter, query[parameter], declared))
  const ids = query.ids ?? null
  const saysActive = conditions.some((condition) => 'column' in condition && condition.column === 'isActive')
  if (onSaleOnly || (ids === null && !saysActive)) conditions.push({ column: 'isActive', value: true })
  return { ids, conditions, sort: query.sort === undefined ? null : readSort(query.sort, declared) }
}

function readCondition(parameter: string, value: unknown, declared: readonly Attribute[]): Condition[] {
  const field = FILTER.exec(parameter)?.[1] ?? (BARE.test(parameter) ? parameter : null)
  if (field === null) return []
  if (typeof value !== 'string' || !isStorable(value)) throw invalidField(parameter, 'must be one text')
  if (field === 'name' || field === 'slug') return [{ column: field, value }]
  const type = field === 'isActive' ? 'boolean' : attributeOf(field, parameter, declared).type
  const parsed = parseValue(value, type)
  if (parsed === null) throw invalidField(parameter, type === 'boolean' ? 'must be true or false' : 'must be a number')
  if (field === 'isActive') return [{ column: field, value: parsed === true }]
  return [{ attribute: attributeOf(field, parameter, declared), value: parsed }]
}

function readSort(text: string, declared: readonly Attribute[]): BoxSort {
  const descending = text.startsWith('-')
  const field = descending ? text.slice(1) : text
  return { by: field === 'name' || field === 'price' ? field : attributeOf(field, 'sort', declared), descending }
}

function attributeOf(field: string, parameter: string, declared: readonly Attribute[]): Attribute {
  const attribute = declared.find(({ name }) => field === `meta.${name}`)
  if (!attribute) throw invalidField(parameter, `there is no ${field} to select or sort by`)
  return attribute
}

/** Type of a list's sort key, as a cursor carries it; null without an order. */
export function sortType(sort: BoxSort | null): 'string' | 'number' | 'boolean' | null {
  if (sort === null) return null
  if (typeof sort.by === 'string') return sort.by === 'name' ? 'string' : 'number'
  return sort.by.type === 'text' ? 'string' : sort.by.type
}
