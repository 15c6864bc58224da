import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tx } from '../../service/src/platform/index.ts'
import type { Rows } from './rows.ts'

/** How many statements this process sent to any database while `work` ran. */
export async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  return (await statementsOf(work)).length
}

/** The statements that this process sent to any database while `work` ran. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype
  const statements: string[] = []
  const noting = function (this: pg.Client, ...given: unknown[]) {
    const [sent] = given as [string | { text?: string }]
    statements.push(typeof sent === 'string' ? sent : String(sent.text))
    return Reflect.apply(query, this, given)
  }
  pg.Client.prototype.query = noting as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}

export type Statement = { text: string; values: unknown[] }

/** The one connection of `rows` as the service's own code uses it, with what it is asked. */
export function listenIn(rows: Rows): { tx: Tx; asked: Statement[] } {
  const asked: Statement[] = []
  const query = async (text: string, values: readonly unknown[]) => {
    asked.push({ text, values: [...values] })
    // Several statements at once answer no rows.
    const found = (await rows.query(text, [...values])) ?? []
    return { command: 'SELECT' as const, rowCount: found.length, rows: found }
  }
  const client = { query, release: () => {} }
  const pool = { connect: async () => client, end: async () => {} }
  return { tx: new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) }), asked }
}

/** How a statement is run, and the most rows that one step of that hands on or drops. */
export async function readCount(rows: Rows, { text, values }: Statement): Promise<{ plan: string; most: number }> {
  const found = await rows.query<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${text}`, values)
  const lines = found.map((line) => line['QUERY PLAN'])
  const kept = lines.flatMap((line) => [...line.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)])
  const dropped = lines.flatMap((line) => [...line.matchAll(/Rows Removed by Filter: (\d+)/g)])
  const most = Math.max(...kept.map(([, count, loops]) => Number(count) * Number(loops)))
  return { plan: lines.join('\n'), most: Math.max(most, ...dropped.map(([, count]) => Number(count))) }
}
