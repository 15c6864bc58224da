import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * Rows that an index returns for each row of the relation `each`, in the order of the column `id`. Together the sources of a search contain every
 * row that it matches.
 */
export type IdSource = { each: Sql; from: Sql; id: Sql; where: readonly Sql[] }

type Page = {
  /** Conditions that the sources do not ensure. */
  conditions: readonly Sql[]
  /** Bounds of the id, such as `< 7`. */
  bounds: readonly Sql[]
  isAscending: boolean
  limit: number
}

/** A query of the ids, as `id`, of the rows of a page. It reads the first rows of each source only. */
export function idsOfSources(
  sources: readonly IdSource[],
  { conditions, bounds, isAscending, limit }: Page,
): RawBuilder<{ id: number }> {
  const parts = sources.map(({ each, from, id, where }) => {
    const all = [...where, ...conditions, ...bounds.map((bound) => sql`${id} ${bound}`)]
    return sql`
      select found.id from ${each} cross join lateral (
        select distinct ${id} as id from ${from}
        where ${sql.join(all, sql` and `)}
        order by ${id} ${isAscending ? sql`asc` : sql`desc`} limit ${limit}
      ) found`
  })
  return sql`${sql.join(parts, sql` union `)}`
}
