import type { Rows } from './rows.ts'

type Copying = {
  count: number
  /** Which row of a table is copied. Default: any. */
  where?: Readonly<Record<string, string>>
  /** False leaves the planner with what it knew of the tables before. Default true. */
  isAnalyzed?: boolean
}

/**
 * Copies one row of each table `count` times. `copies` says by table what the columns of a copy become; `n` is its number, from 1. For a
 * transaction that is to be rolled back: constraints between tables are not checked.
 */
export async function copyRows(
  rows: Rows,
  copies: Readonly<Record<string, string>>,
  { count, where = {}, isAnalyzed = true }: Copying,
): Promise<void> {
  await rows.query('set local session_replication_role = replica')
  for (const [table, columns] of Object.entries(copies)) {
    await rows.query(`create temporary table copies on commit drop as
      select one.*, n from (select * from ${table} where ${where[table] ?? 'true'} limit 1) one, generate_series(1, ${count}) n`)
    await rows.query(`update copies set ${columns}`)
    await rows.query('alter table copies drop column n')
    await rows.query(`insert into ${table} overriding system value select * from copies`)
    await rows.query('drop table copies')
    if (isAnalyzed) await rows.query(`analyze ${table}`)
  }
}
