import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tx } from '../../service/src/platform/index.ts'
import type { Rows } from './rows.ts'

/** The statements that this process sent to a database while `work` ran, by message. Tests of other databases may share the process. */
export async function messagesOf(databaseUrl: string, work: () => Promise<unknown>): Promise<string[][]> {
  const { query } = pg.Client.prototype
  const database = new URL(databaseUrl).pathname.slice(1)
  const messages: string[][] = []
  const listening = function (this: pg.Client, ...given: unknown[]) {
    const [sent] = given as [string | { text?: string; texts?: string[] }]
    const texts = typeof sent === 'string' ? [sent] : (sent.texts ?? [String(sent.text)])
    if (this.database === database) messages.push(texts)
    return Reflect.apply(query, this, given)
  }
  pg.Client.prototype.query = listening as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return messages
}

export type Statement = { text: string; values: unknown[] }

/** The one connection of `rows` as the service's own code uses it, with what it is asked. */
export function listenIn(rows: Rows): { tx: Tx; asked: Statement[] } {
  const asked: Statement[] = []
  return { tx: handleOf(rows, async (statement) => void asked.push(statement)), asked }
}

/** The same in a transaction of `rows`, with how each statement was run: under the settings that it had. */
export function lookOn(rows: Rows): { tx: Tx; told: Told[] } {
  const told: Told[] = []
  const look = async (statement: Statement) => {
    await rows.query('savepoint look')
    told.push(await readCount(rows, statement))
    await rows.query('rollback to savepoint look')
  }
  return { tx: handleOf(rows, look), told }
}

/** Is no statement that is run in one way or another. */
const SETTING = /^\s*set /

function handleOf(rows: Rows, before: (statement: Statement) => Promise<void>): Tx {
  let last: Promise<unknown> = Promise.resolve()
  const query = async (text: string, values: readonly unknown[]) => {
    // One after the other, as a connection does it.
    const asked = last.then(() => ask(text, values))
    last = asked.catch(() => {})
    return asked
  }
  const ask = async (text: string, values: readonly unknown[]) => {
    if (!SETTING.test(text)) await before({ text, values: [...values] })
    // Several statements at once answer no rows.
    const found = (await rows.query(text, [...values])) ?? []
    return { command: 'SELECT' as const, rowCount: found.length, rows: found }
  }
  const client = { query, release: () => {} }
  const pool = { connect: async () => client, end: async () => {} }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) })
}

export type Told = { text: string; plan: string; most: number }

/** How a statement is run, and the most rows that one step of that hands on or drops. */
export async function readCount(rows: Rows, { text, values }: Statement): Promise<Told> {
  const found = await rows.query<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${text}`, values)
  const lines = found.map((line) => line['QUERY PLAN'])
  const kept = lines.flatMap((line) => [...line.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)])
  const dropped = lines.flatMap((line) => [...line.matchAll(/Rows Removed by Filter: (\d+)/g)])
  const most = Math.max(...kept.map(([, count, loops]) => Number(count) * Number(loops)))
  return { text, plan: lines.join('\n'), most: Math.max(most, ...dropped.map(([, count]) => Number(count))) }
}
