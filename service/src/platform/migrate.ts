import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { LIMITS } from '../kernel/index.ts'
import { Company, PatientClient } from './database-client.ts'
import { openSession, timeouts } from './database-session.ts'
import { derivedLogins, type Logins, letOwnerSeeAll, prepareLogins } from './logins.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
/** Serializes processes that start together. */
const LOCK = 7_263_541

/** What the file of a migration begins with that does its statements one by one, as an index is built beside the work on its table. */
const ONE_BY_ONE = '-- Without a transaction'

/**
 * Brings a database to the newest schema, as its owner: plain SQL files in order, one transaction each unless they say otherwise, forward
 * only. Then lets the logins of the service in. Throws in words when a migration fails, or one that has already run was edited since.
 */
export async function migrate(url: string, logins: Logins = derivedLogins(url)): Promise<{ applied: string[] }> {
  const company = new Company()
  const client = makeClient(url, LIMITS.migrationStatementMs, company)
  await client.connect()
  try {
    const { isPooled } = await openSession(client, timeouts(LIMITS.migrationStatementMs))
    if (isPooled) await refuseSharedSession(url, company)
    await refuseOtherEncodings(client)
    await takeLock(client)
    // Before the first that changes rows: one that sees none changes none, and counts as done.
    await letOwnerSeeAll(client)
    const applied = await applyPending(client)
    await prepareLogins(client, logins)
    return { applied }
  } finally {
    await client.end()
  }
}

/** Another connection would get the session of the first, which holds the lock of the migrations: see {@link Company.claim}. */
async function refuseSharedSession(url: string, company: Company): Promise<void> {
  const second = makeClient(url, LIMITS.readyMs, company)
  await second.connect()
  await openSession(second, {}).finally(() => second.end())
}

/** Text of another encoding cannot hold every name, or is not checked at all. The locale of the command is one that every server has. */
async function refuseOtherEncodings(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select current_setting('server_encoding') as encoding, quote_ident(current_database()) as name,
      quote_ident(current_database() || '_utf8') as other, quote_ident(current_user) as owner`)
  const { encoding, name, other, owner } = rows[0]
  if (encoding === 'UTF8') return
  throw new Error(
    `The database ${name} keeps text as ${encoding}, and Coffer needs UTF8. Nothing was migrated. Make another database and name it in ` +
      `the addresses: create database ${other} owner ${owner} encoding 'UTF8' locale 'C' template template0`,
  )
}

/** In short looks: an index that is built beside other work waits for the end of every statement that was there before, and so for one that waits here. */
async function takeLock(client: pg.Client): Promise<void> {
  const isTaken = async () => (await client.query('select pg_try_advisory_lock($1) as taken', [LOCK])).rows[0].taken
  while (!(await isTaken())) await client.query('select pg_sleep($1)', [LIMITS.waiterPollMs / 1000])
}

/** Names of the migrations that this database has not seen yet, asked as any login. Rejects when it cannot be asked. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = makeClient(url, LIMITS.readyMs)
  await client.connect()
  try {
    await openSession(client, timeouts(LIMITS.readyMs))
    // Nobody but the owner could read it once: then there are migrations to come.
    const table = await client.query("select has_table_privilege(to_regclass('migrations'), 'select') as readable")
    const done = table.rows[0].readable
      ? (await client.query('select name from migrations')).rows.map((row) => row.name)
      : []
    return (await migrationFiles()).filter((name) => !done.includes(name))
  } finally {
    await client.end()
  }
}

function makeClient(url: string, statementMs: number, company = new Company()): pg.Client {
  const config = {
    connectionString: url,
    application_name: 'coffer_migrate',
    connectionTimeoutMillis: LIMITS.databaseConnectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: LIMITS.databaseKeepAliveMs,
  }
  const patience = { statementMs, silenceMs: LIMITS.databaseSilenceMs, company }
  return new PatientClient(config, patience).on('error', failNextStatement)
}

/** A connection that breaks between two statements is reported by the next one. */
function failNextStatement(): void {}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()
}

async function applyPending(client: pg.Client): Promise<string[]> {
  await client.query('create table if not exists migrations (name text primary key, sha256 text not null)')
  const done = new Map(
    (await client.query('select name, sha256 from migrations')).rows.map((row) => [row.name, row.sha256]),
  )
  const applied: string[] = []
  for (const name of await migrationFiles()) {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    if (done.get(name) === sha256) continue
    if (done.has(name)) throw new Error(`migration ${name} was edited after it had run; write a new one instead`)
    await applyOne(client, name, text, sha256)
    applied.push(name)
  }
  return applied
}

async function applyOne(client: pg.Client, name: string, text: string, sha256: string): Promise<void> {
  const record = () => client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  if (text.startsWith(ONE_BY_ONE)) {
    await applyOneByOne(client, name, text)
    await record()
    return
  }
  await client.query('begin')
  try {
    await client.query(text)
    await record()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(failureOf(name, text, error, NOTHING_KEPT), { cause: error })
  }
}

/** Each statement ends a line, and may be done again when a later one has failed. */
async function applyOneByOne(client: pg.Client, name: string, text: string): Promise<void> {
  let start = 0
  for (const { index: end } of text.matchAll(/;$/gm)) {
    // A place that the database names is one of the file.
    const before = text.slice(0, start).replace(/./g, ' ')
    await client.query(before + text.slice(start, end)).catch((error: unknown) => {
      throw new Error(failureOf(name, text, error, DONE_AGAIN), { cause: error })
    })
    start = end + 1
  }
}

const NOTHING_KEPT = 'Nothing of it was kept, and those before it stand'
const DONE_AGAIN = 'What it has done is done again next time, and those before it stand'

/** What the database said, and where. Its details are left out: they may quote rows. */
function failureOf(name: string, text: string, error: unknown, left: string): string {
  const reason = error instanceof Error ? error.message : String(error)
  const { position, hint, code } = error as { position?: string; hint?: string; code?: string }
  const place = position === undefined ? '' : ` at line ${text.slice(0, Number(position) - 1).split('\n').length}`
  const words = [
    `The migration ${name} failed${place}: ${reason}${code === undefined ? '' : ` (${code})`}.`,
    ...(hint === undefined ? [] : [`The database's hint: ${hint}.`]),
    `${left}; run coffer migrate again when the cause is gone.`,
  ]
  return words.join(' ')
}
