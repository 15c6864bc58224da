import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** A term of a list's order: what is compared, and the value of the row at which the cursor stands. */
export type OrderTerm = { key: Sql; descending: boolean; value: Sql }

/** Condition for the rows after a place in an order, or before it: beyond it in the first term, or equal in that and beyond in the rest. */
export function beyond([first, ...rest]: readonly OrderTerm[], backwards: boolean): Sql {
  if (!first) return sql`false`
  const { key, value } = first
  const further = first.descending !== backwards ? sql`${key} < ${value}` : sql`${key} > ${value}`
  return sql`(${further} or (${key} = ${value} and ${beyond(rest, backwards)}))`
}

/** The order of the rows of a page that is read from the cursor, backwards for the page before it. */
export function orderBy(order: readonly Pick<OrderTerm, 'key' | 'descending'>[], backwards: boolean): Sql {
  return sql.join(order.map(({ key, descending }) => sql`${key} ${descending !== backwards ? sql`desc` : sql`asc`}`))
}
