import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import type { Judgement, Reading } from './invariant.ts'

/** A thing that was looked at; `detail` is null where the promise is kept. */
export type Judged = { operator_id: number; subject: string; detail: string | null }

/** One unchanging picture for the whole transaction, which can write nothing. To be called before anything else in it. */
export async function beginReading(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}

/** Runs a query that gives one row for each thing that it looks at. */
export async function judge(reading: Reading, query: RawBuilder<Judged>): Promise<Judgement> {
  const { tx, limits } = reading
  const counted = await sql<{ rows: number; broken: number }>`
    select count(*) as rows, count(detail) as broken from (${query}) as judged ${ofOperator(reading)}`.execute(tx)
  const { rows = 0, broken = 0 } = counted.rows[0] ?? {}
  if (broken === 0) return { rows, broken, findings: [] }
  const found = await sql<Judged & { detail: string }>`
    select operator_id, subject, detail from (select * from (${query}) as judged ${ofOperator(reading)}) as ours
    where detail is not null order by operator_id, subject limit ${limits.doctorFindingsCount}`.execute(tx)
  const findings = found.rows.map(({ operator_id, subject, detail }) => ({ operatorId: operator_id, subject, detail }))
  return { rows, broken, findings }
}

/** Hands over the rows of a query one by one, however many there are. The query has no parameters but literals. */
export async function eachRow<Row>(reading: Reading, query: RawBuilder<Row>, take: (row: Row) => void): Promise<void> {
  const { tx, limits } = reading
  const ours = sql`select * from (${query}) as ours ${ofOperator(reading)}`
  await sql`declare doctor no scroll cursor for ${ours}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(limits.doctorFetchCount)} from doctor`.execute(tx)
    for (const row of rows) take(row)
    if (rows.length < limits.doctorFetchCount) break
  }
  await sql`close doctor`.execute(tx)
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
