import { type RawBuilder, sql } from 'kysely'
import type { Cursor } from '../kernel/index.ts'
import type { Tables, Tx } from './database.ts'

/** A list of rows of which some columns may have any of several values. */
export type MergedList = {
  table: keyof Tables & string
  /** The unique column that the list is ordered by. */
  id: string
  /** Columns with the one value that they must have. */
  equal: Readonly<Record<string, string | number>>
  /** Columns with the values that they may have, none twice. Without any, the rows are in one part. */
  among: Readonly<Record<string, readonly (string | boolean)[]>>
  /** The same for columns of ids. */
  amongIds?: Readonly<Record<string, readonly number[]>>
  /** The ids that the list may show: from the first on, and none from `before` on, if there is such. */
  within?: { from: number; before: number | null }
  /** Of these, the rows that have a time from one on, and before another. */
  between?: { column: string; from: Date | null; before: Date | null }
}

/**
 * Reads `limit + 1` rows beyond the cursor, newest first, or in reverse for `prev`, in a time that does not grow with it. `state in (…) order by id limit n` would sort every row of
 * these states; here each combination of values is read from its own part of an index, which holds it in list order, and what
 * these parts begin with is merged. The index has the columns of `equal`, those of `among`, and the id.
 */
export async function readMerged<Row>(
  tx: Tx,
  { table, id, equal, among, amongIds = {}, within, between }: MergedList,
  page: { limit: number; cursor: Cursor | null },
): Promise<Row[]> {
  const backwards = page.cursor?.direction === 'prev'
  const column = (name: string) => sql.ref(`one.${name}`)
  const arrays = [
    ...Object.entries(among).map(([name, list]) => ({ name, array: arrayOf(list) })),
    ...Object.entries(amongIds).map(([name, list]) => ({ name, array: sql`${[...list]}::bigint[]` })),
  ]
  const parts = arrays.map(({ name, array }) => sql`unnest(${array}) as ${sql.id(`of_${name}`)} (value)`)
  const conditions = [
    ...Object.entries(equal).map(([name, value]) => sql`${column(name)} = ${value}`),
    ...arrays.map(({ name }) => sql`${column(name)} = ${sql.ref(`of_${name}.value`)}`),
    ...(within ? [sql`${column(id)} >= ${within.from}`] : []),
    ...(within && within.before !== null ? [sql`${column(id)} < ${within.before}`] : []),
    ...(between?.from ? [sql`${column(between.column)} >= ${between.from}`] : []),
    ...(between?.before ? [sql`${column(between.column)} < ${between.before}`] : []),
    ...(page.cursor ? [sql`${column(id)} ${backwards ? sql`>` : sql`<`} ${page.cursor.id}`] : []),
  ]
  const order = backwards ? sql`asc` : sql`desc`
  const { rows } = await sql<Row>`
    select part.*
    from ${parts.length > 0 ? sql.join(parts, sql` cross join `) : sql`(values (true)) as whole`}
    cross join lateral (
      select one.* from ${sql.table(table)} one
      where ${sql.join(conditions, sql` and `)}
      order by ${column(id)} ${order}
      limit ${page.limit + 1}
    ) part
    order by ${sql.ref(`part.${id}`)} ${order}
    limit ${page.limit + 1}`.execute(tx)
  return rows
}

function arrayOf(list: readonly (string | boolean)[]): RawBuilder<unknown> {
  return typeof list[0] === 'boolean' ? sql`${[...list]}::boolean[]` : sql`${[...list]}::text[]`
}
