import { hash } from 'node:crypto'
import type { CursorPair } from '@coffer/contract/shapes'
import { invalidField } from './refusal.ts'

/**
 * A place in a list: the last row seen (sort key and id), and which way to go on from it.
 * On the wire it is base64url JSON with a hash of the list's filters, so that it cannot be used with other filters.
 */
export type Cursor = { direction: 'next' | 'prev'; sort: string | number | boolean | null; id: number }

/** What a list was asked for. */
export type PageRequest = { limit: number; cursor: Cursor | null; filters: string }

const hashOf = (filters: unknown) => hash('sha256', JSON.stringify(filters), 'base64url').slice(0, 16)

/**
 * Reads `limit` and `cursor`. `filters` is everything else that selects the rows, `sortType` the type of the values that they are sorted by.
 * Throws a 422 for a cursor of another list, or with a value of another type.
 */
export function readPage(
  query: { limit?: number | undefined; cursor?: string | undefined },
  filters: unknown,
  defaultLimit: number,
  sortType?: SortType,
): PageRequest {
  const hash = hashOf(filters)
  return {
    limit: query.limit ?? defaultLimit,
    cursor: query.cursor === undefined ? null : decodeCursor(query.cursor, hash, sortType),
    filters: hash,
  }
}

/** Null: the rows are sorted by their ids alone. */
type SortType = 'string' | 'number' | 'boolean' | null

function decodeCursor(text: string, filters: string, sortType?: SortType): Cursor {
  const parsed = parse(text)
  if (!isCursorTuple(parsed) || parsed[3] !== filters || !hasSortType(parsed[1], sortType)) {
    throw invalidField('cursor', 'is malformed or belongs to another list')
  }
  return { direction: parsed[0], sort: parsed[1], id: parsed[2] }
}

function hasSortType(value: Cursor['sort'], type: SortType | undefined): boolean {
  if (type === undefined) return true
  return type === null ? value === null : typeof value === type
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

type CursorTuple = [Cursor['direction'], Cursor['sort'], number, string]

function isCursorTuple(value: unknown): value is CursorTuple {
  if (!Array.isArray(value) || value.length !== 4) return false
  const [direction, sort, id, filters] = value
  const sortOk = sort === null || ['string', 'number', 'boolean'].includes(typeof sort)
  const textOk = typeof sort !== 'string' || (sort.isWellFormed() && !sort.includes('\u0000'))
  return (
    (direction === 'next' || direction === 'prev') &&
    sortOk &&
    textOk &&
    Number.isSafeInteger(id) &&
    typeof filters === 'string'
  )
}

/**
 * Turns the rows of one query into a page. The query asks for `limit + 1` rows beyond the cursor, in list order for `next` and
 * in reverse for `prev`; the extra row only says that there is more.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  request: PageRequest,
  keyOf: (row: Row) => { sort: Cursor['sort']; id: number },
): { rows: Row[]; cursor: CursorPair } {
  const backwards = request.cursor?.direction === 'prev'
  const more = rows.length > request.limit
  const page = rows.slice(0, request.limit)
  if (backwards) page.reverse()
  const cursorAt = (direction: Cursor['direction'], row: Row | undefined) =>
    row ? encodeCursor({ direction, ...keyOf(row) }, request.filters) : null
  const hasNext = backwards ? page.length > 0 : more
  const hasPrev = backwards ? more : request.cursor !== null
  return {
    rows: page,
    cursor: { next: hasNext ? cursorAt('next', page.at(-1)) : null, prev: hasPrev ? cursorAt('prev', page[0]) : null },
  }
}

/**
 * A cursor from the newest row of a page to what will stand before it, for a list that grows only there; from where the page would
 * have begun when it has no row.
 */
export function resumeAfter(newestId: number | null, { cursor, filters }: PageRequest): string {
  return encodeCursor({ direction: 'prev', sort: null, id: newestId ?? cursor?.id ?? 0 }, filters)
}

function encodeCursor({ direction, sort, id }: Cursor, filters: string): string {
  return Buffer.from(JSON.stringify([direction, sort, id, filters])).toString('base64url')
}
