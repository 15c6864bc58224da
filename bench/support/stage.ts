import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@coffer/embedded-postgres'
import { type OwnedContext, openContext } from '@coffer/service'
import { migrate, readConfig } from '@coffer/service/platform'
import pg from 'pg'
import { type Child, startChild } from './child.ts'
import { type Durability, readDurability } from './machine.ts'
import { addOperator, createOperators, enterPlayers, type Player, type Slug, type StageOperator } from './operators.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
const BARE_TABLE = `
  create table bench_rows (row_id bigint generated always as identity primary key, action_id text not null, step int not null);
  grant insert on bench_rows to coffer_app`

/** Files of the write-ahead log, as a database has them that has run for a while: all commits wait while one that is missing is made. */
const FILL_WAL = `
  do $$ begin
    for number in 1..64 loop
      perform pg_logical_emit_message(false, 'bench', 'fills');
      perform pg_switch_wal();
    end loop;
  end $$`

const WAL_BYTES = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes"

/** A database on the disk, the service, a bare handler and the wallets, each in a process of its own. */
export type Stage = {
  databasePid: number
  /** As its owner. */
  databaseUrl: string
  durability: Durability
  service: Child
  bare: Child
  wallet: Child
  operators: Record<Slug, StageOperator>
  /** Makes so many more, each with a box and the same wallet. */
  addOperators(count: number): Promise<StageOperator[]>
  /** Launches so many players of an operator into sessions. */
  enter(slug: Slug, count: number): Promise<Player[]>
  /** Tells the database what its tables hold, as it finds out by itself within a minute or two: plans depend on it. */
  analyze(): Promise<void>
  /** Runs statements on one connection, as the owner of the database. Returns the rows of the last one. */
  runSql(statements: readonly string[]): Promise<Record<string, unknown>[]>
  /** What a `select count(*) as count` says. */
  countRows(statement: string): Promise<number>
  /** One more process of the service, on the same database. */
  startService(): Promise<Child>
  /** Receivers of webhooks, in a process of their own. */
  startReceivers(): Promise<Child>
  /** Runs `work` with a context like the service's. */
  manage(work: (ctx: OwnedContext) => Promise<void>): Promise<void>
  /** How much the database has ever written ahead. */
  walBytes(): Promise<number>
  close(): Promise<void>
}

export async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-bench-'))
  // The database's user must be able to enter when the bench runs as root.
  chmodSync(folder, 0o755)
  const database = await startEmbeddedPostgres({
    dataDir: folder,
    directory: join(folder, 'cluster'),
    projectDir: PROJECT_DIR,
  })
  const closing: (() => Promise<unknown>)[] = [() => database.stop('fast')]
  const close = async () => {
    for (const end of closing.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  const start = async (entry: string, env: Record<string, string>) => {
    const child = await startChild(entry, env, folder)
    closing.push(child.end)
    return child
  }
  try {
    await migrate(database.url)
    await runSql(database.url, [BARE_TABLE, FILL_WAL, 'checkpoint'])
    const wallet = await start('wallet', {})
    const env = {
      COFFER_ENV: 'development',
      PORT: '0',
      DATABASE_URL: database.url,
      COFFER_DATA_DIR: folder,
      COFFER_MASTER_KEY: randomBytes(32).toString('hex'),
    }
    const operators = await createOperators(await openContext(readConfig(env)), wallet)
    const bareEnv = { BARE_WALLET_URL: `${wallet.url}aurum`, BARE_WALLET_SECRET: operators.aurum.outboundSecret }
    const [service, bare] = await Promise.all([start('service', env), start('bare', { ...env, ...bareEnv })])
    const durability = await readDurability(database.url, folder)
    const startMore = { startService: () => start('service', env), startReceivers: () => start('receivers', {}) }
    const processes = { service, bare, wallet, ...startMore }
    return { ...processes, durability, operators, ...handles(env, database, { service, wallet, operators }), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Started = Pick<Stage, 'service' | 'wallet' | 'operators'>

/** What a bench does with what was started. */
function handles(
  env: NodeJS.ProcessEnv,
  database: { url: string; pid: number },
  { service, wallet, operators }: Started,
) {
  const run = (statements: readonly string[]) => runSql(database.url, statements)
  const manage = async (work: (ctx: OwnedContext) => Promise<void>) => {
    const ctx = await openContext(readConfig({ ...env, COFFER_LOG_LEVEL: 'warn' }))
    await work(ctx).finally(ctx.close)
  }
  return {
    databasePid: database.pid,
    databaseUrl: database.url,
    manage,
    addOperators: async (count: number) => {
      const made: StageOperator[] = []
      await manage(async (ctx) => {
        for (let number = 1; number <= count; number++) made.push(await addOperator(ctx, wallet, `small-${number}`))
      })
      return made
    },
    enter: (slug: Slug, count: number) => enterPlayers(service.url, operators[slug], count),
    runSql: run,
    analyze: async () => void (await run(['analyze'])),
    countRows: async (statement: string) => Number((await run([statement]))[0]?.count),
    walBytes: async () => Number((await run([WAL_BYTES]))[0]?.bytes),
  }
}

/** Returns the rows of the last one. */
async function runSql(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
