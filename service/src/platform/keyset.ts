import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** A key that rows are sorted by, and its value in the row of the cursor. */
export type OrderTerm = { key: Sql; descending: boolean; value: Sql }

/**
 * Condition for the rows after the cursor; before it when `backwards`. The bound on the first key is written out so that PostgreSQL can start
 * reading an index there.
 */
export function beyondCursor([first, ...rest]: readonly OrderTerm[], backwards: boolean): Sql {
  if (!first) return sql`false`
  const { key, value } = first
  const [strict, bound] = first.descending !== backwards ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`]
  if (rest.length === 0) return sql`${key} ${strict} ${value}`
  return sql`(${key} ${bound} ${value} and (${key} ${strict} ${value} or ${beyondCursor(rest, backwards)}))`
}

/** The order in which a page is read: reversed when `backwards`. */
export function orderBy(order: readonly Pick<OrderTerm, 'key' | 'descending'>[], backwards: boolean): Sql {
  return sql.join(order.map(({ key, descending }) => sql`${key} ${descending !== backwards ? sql`desc` : sql`asc`}`))
}
