import { type RawBuilder, sql } from 'kysely'
import { present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { Finding, Judged, Judgement, Reading } from './invariant.ts'

/** One unchanging picture for the whole transaction, which can write nothing. To be called before anything else in it. */
export async function beginReading(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}

/**
 * Runs queries that give one row for each thing that they look at, several in one statement: to ask takes longer than to look, where
 * little is stored. Only one that found something is run again, for what it found.
 */
export async function judge(reading: Reading, queries: readonly RawBuilder<Judged>[]): Promise<Judgement[]> {
  const counts = queries.map(
    (query, place) => sql`
      select ${sql.lit(place)} as place, count(*) as rows, count(detail) as broken from (${query}) as judged ${ofOperator(reading)}`,
  )
  const counted = await sql<{ place: number; rows: number; broken: number }>`
    ${sql.join(counts, sql` union all `)} order by place`.execute(reading.tx)
  const judgements: Judgement[] = []
  for (const { place, rows, broken } of counted.rows) {
    const findings = broken === 0 ? [] : await findingsOf(reading, present(queries[place], 'each count is of a query'))
    judgements.push({ rows, broken, findings })
  }
  return judgements
}

async function findingsOf(reading: Reading, query: RawBuilder<Judged>): Promise<Finding[]> {
  const { rows } = await sql<Judged & { detail: string }>`
    select operator_id, subject, detail from (select * from (${query}) as judged ${ofOperator(reading)}) as ours
    where detail is not null order by operator_id, subject limit ${reading.limits.doctorFindingsCount}`.execute(
    reading.tx,
  )
  return rows.map(({ operator_id, subject, detail }) => ({ operatorId: operator_id, subject, detail }))
}

/**
 * Hands over the rows of a query one by one, however many there are. The query has no parameters but literals. Its cursor stays open until
 * the next one, or until the end of the reading: to close it would be one more question for each.
 */
export async function eachRow<Row>(reading: Reading, query: RawBuilder<Row>, take: (row: Row) => void): Promise<void> {
  const { tx, limits } = reading
  const ours = sql`select * from (${query}) as ours ${ofOperator(reading)}`
  await sql`close all; declare doctor no scroll cursor for ${ours}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(limits.doctorFetchCount)} from doctor`.execute(tx)
    for (const row of rows) take(row)
    if (rows.length < limits.doctorFetchCount) return
  }
}

/** The filter stands outside the query, and PostgreSQL carries it in. */
function ofOperator({ operatorId }: Reading) {
  return operatorId === null ? sql`` : sql`where operator_id = ${sql.lit(operatorId)}`
}

export async function listOperators(
  tx: Tx,
  operatorId: number | null,
): Promise<{ operatorId: number; slug: string }[]> {
  const ours = operatorId === null ? sql`` : sql`where operator_id = ${operatorId}`
  const { rows } = await sql<{ operatorId: number; slug: string }>`
    select operator_id as "operatorId", slug from operators ${ours} order by operator_id`.execute(tx)
  return rows
}
