import { type RawBuilder, sql } from 'kysely'
import { atOnce, later } from '../kernel/index.ts'
import type { Tables, Tx } from './database.ts'

/** A table of an operator whose primary key is the operator and an id that ascends with `created_at`. */
type Timed = { table: keyof Tables & string; id: string }

/** The rows of an operator that were created in a period. */
export type CreatedWithin = {
  operatorId: number
  /** Created at this time or later; null: at any time. */
  from: Date | null
  /** Created earlier than this; null: at any time. */
  before: Date | null
  /** Milliseconds. Of rows that were created further apart than this, the later one has the higher id. */
  outOfOrderMs: number
}

/** Bounds of the ids of rows that were created in a period, so that other rows are not read. They may include others near its ends. */
export async function idsOfPeriod(
  tx: Tx,
  timed: Timed,
  { operatorId, from, before, outOfOrderMs }: CreatedWithin,
): Promise<RawBuilder<unknown>[]> {
  const [first, end] = await atOnce(
    from && findIdAtTime(tx, timed, operatorId, later(from, -outOfOrderMs)),
    before && findIdAtTime(tx, timed, operatorId, later(before, outOfOrderMs)),
  )
  return [...(first === null ? [] : [sql`>= ${first}`]), ...(end === null ? [] : [sql`< ${end}`])]
}

/**
 * An id that divides the rows by a time: the row below it was created before, and the row at or above it was not. Found by a binary search of the
 * primary key, as an index of the times would cost every row two writes.
 */
async function findIdAtTime(tx: Tx, { table, id }: Timed, operatorId: number, at: Date): Promise<number> {
  const [rowsOfTable, key] = [sql.table(table), sql.id(id)]
  const { rows } = await sql<{ firstId: number }>`
    with recursive search (older, newer) as (
      select coalesce(min(${key}), 0) - 1, coalesce(max(${key}), 0) + 1 from ${rowsOfTable} where operator_id = ${operatorId}
      union all
      select
        case when probe.created_at < ${at} then probe.id else older end,
        case when probe.created_at < ${at} then newer else middle end
      from search
      cross join lateral (select (older + newer) / 2 as middle) half
      left join lateral (
        select ${key} as id, created_at from ${rowsOfTable}
        where operator_id = ${operatorId} and ${key} >= middle and ${key} < newer
        order by ${key} limit 1
      ) probe on true
      where newer - older > 1
    )
    select newer as "firstId" from search where newer - older <= 1`.execute(tx)
  return rows[0]!.firstId
}
