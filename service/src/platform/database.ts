import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type ColumnType,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import pg from 'pg'
import { assert, type Limits } from '../kernel/index.ts'
import { Company, isStaleStatement, type Patience, PreparedClient, withLongStatements } from './database-client.ts'
import { assertLogin, isTurnedAway, LOGIN_NAMES, type LoginKey, type Logins, WrongLogin } from './logins.ts'

/** Tables are declared by their owners, through declaration merging into this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: owners merge their tables into it
export interface Tables {}

/** A jsonb column: written as text, read as a value. */
export type Json<T> = ColumnType<T, string, string>

/** A running transaction. */
export type Tx = Kysely<Tables>

export type Database = {
  readonly app: Kysely<Tables>
  readonly jobs: Kysely<Tables>
  /** One connection, for `upsertPulse` alone. */
  readonly pulse: Kysely<Tables>
  readonly limits: Limits
  /** Told of every transaction that failed, and of every connection that was lost. */
  notice(error: unknown): void
  close(): Promise<void>
}

const INT8_OID = 20
const types = new pg.TypeOverrides()
types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text)
  assert(Number.isSafeInteger(value), 'a bigint of the database is a safe integer')
  return value
})

/** Of the connection that pulses are written on: so little memory that `upsertPulse` has to use the disk. */
const PULSE_SETTINGS = '-c work_mem=64kB'

/** Makes a pool of connections. Whoever runs many contexts one after the other may hand on what the last one was connected with. */
export type MakePool = (config: pg.PoolConfig) => pg.Pool

export type DatabaseOptions = { notice(error: unknown): void; makePool?: MakePool | undefined }

/** Opens the pools: requests run as `coffer_app`, loops and the pulse as `coffer_jobs`. */
export function openDatabase(
  logins: Logins,
  limits: Limits,
  { notice, makePool = (config) => new pg.Pool(config) }: DatabaseOptions,
): Database {
  const company = new Company()
  const { statementMs, readyMs, databaseSilenceMs: silenceMs } = limits
  const usually = { connectMs: limits.databaseConnectMs, waitMs: limits.databaseWaitMs }
  const shared = { logins, limits, notice, makePool }
  const usual = { ...shared, ...usually, patience: { statementMs, silenceMs, company } }
  const app = openPool({ ...usual, key: 'app', max: limits.appConnections })
  const jobs = openPool({ ...usual, key: 'jobs', max: limits.jobsConnections })
  // A write that is merely slow is heard to be slow, and costs nobody a connection.
  const heardMs = limits.readySilenceMs
  const patience = { statementMs: readyMs - heardMs, silenceMs: heardMs, company }
  const atOnce = { connectMs: readyMs, waitMs: readyMs, patience, max: 1 }
  const pulse = openPool({ ...shared, ...atOnce, key: 'jobs', settings: PULSE_SETTINGS })
  const close = async () => {
    await Promise.all([app, jobs, pulse].map((pool) => pool.destroy()))
  }
  return { app, jobs, pulse, limits, notice, close }
}

type PoolOptions = {
  logins: Logins
  key: LoginKey
  max: number
  /** For the connection itself, and for one that is free. */
  connectMs: number
  waitMs: number
  patience: Patience
  limits: Limits
  notice(error: unknown): void
  makePool: MakePool
  /** Further settings of its connections. */
  settings?: string
}

function openPool(options: PoolOptions): Kysely<Tables> {
  const { logins, key, max, connectMs, waitMs, patience, limits, notice, makePool, settings = '' } = options
  const pool = makePool({
    connectionString: logins[key].reveal(),
    max,
    types,
    Client: class extends PreparedClient {
      constructor(config: pg.ClientConfig = {}) {
        super({ ...config, connectionTimeoutMillis: connectMs }, patience)
      }
    },
    idleTimeoutMillis: limits.idleConnectionMs,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.databaseKeepAliveMs,
    onConnect: (client) => assertLogin(client, LOGIN_NAMES[key]),
    // A server that hears nothing of us any more lets go of what we hold.
    options: `-c timezone=UTC -c tcp_user_timeout=${limits.statementMs} ${settings}`,
    statement_timeout: patience.statementMs,
    idle_in_transaction_session_timeout: patience.statementMs,
    application_name: LOGIN_NAMES[key],
  })
  pool.on('error', notice)
  // A connection that is lent out may break between two statements, when no statement is there to fail.
  pool.on('connect', (client) => client.on('error', notice))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Opens a connection of each pool, so that a process whose logins are wrong ends before it serves anything. Throws what
 * {@link assertLogin} throws, and in words when a login is turned away. A database that cannot be asked yet is for `/readyz` to report.
 */
export async function askLogins(db: Database): Promise<void> {
  const answers = await Promise.allSettled([db.app, db.jobs].map((pool) => sql`select 1`.execute(pool)))
  for (const answer of answers) {
    if (answer.status === 'fulfilled') continue
    if (answer.reason instanceof WrongLogin) throw answer.reason
    if (isTurnedAway(answer.reason))
      throw new WrongLogin(`${answer.reason.message}: run coffer migrate, which makes the logins.`)
  }
}

const inTransaction = new AsyncLocalStorage<true>()

/** True inside a transaction: no outbound call may be made then. */
export function isInTransaction(): boolean {
  return inTransaction.getStore() === true
}

/** One transaction of an operator under row-level security. */
export function operatorTransaction<T>(db: Database, operatorId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  assert(Number.isSafeInteger(operatorId), 'an operator id is an integer')
  return transaction(db, { pool: db.app, begin: ['begin', `set local coffer.operator_id = '${operatorId}'`], work })
}

/** One transaction over all operators. Its statements may run longer than others where `statementMs` is given. */
export function systemTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  { statementMs }: { statementMs?: number } = {},
): Promise<T> {
  if (statementMs === undefined) return transaction(db, { pool: db.jobs, begin: ['begin'], work })
  const begin = [
    'begin',
    `set local statement_timeout = ${statementMs}`,
    `set local idle_in_transaction_session_timeout = ${statementMs}`,
  ]
  return withLongStatements(statementMs, () => transaction(db, { pool: db.jobs, begin, work }))
}

/** Statements over all operators, each a transaction of its own, or all that are asked for at once. */
export function systemStatements<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, { pool: db.jobs, begin: [], work })
}

/** `begin` is empty for statements without a transaction around them. */
type Task<T> = { pool: Kysely<Tables>; begin: readonly string[]; work: (tx: Tx) => Promise<T> }

/**
 * What failed by a lost connection is not tried again here: whether its commit took effect, nobody knows. The verb fails, and its repeat
 * finds what is stored.
 */
async function transaction<T>(db: Database, task: Task<T>): Promise<T> {
  assert(!isInTransaction(), 'transactions are not nested')
  for (let round = 1; ; round++) {
    try {
      return await once(task)
    } catch (error) {
      if (round < db.limits.transactionTries && (isTransient(error) || isStaleStatement(error))) continue
      db.notice(error)
      throw error
    }
  }
}

function once<T>({ pool, begin, work }: Task<T>): Promise<T> {
  return pool.getExecutor().provideConnection((connection) =>
    inTransaction.run(true, async () => {
      const { tx, end } = lendConnection(pool, connection)
      const ask = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement))
      const working = async () => work(tx)
      if (begin.length === 0) return working().finally(end)
      try {
        // In one message with what the work asks for first, which fails with it.
        const begun = begin.map(ask)
        const [result] = await Promise.all([working(), ...begun]).finally(end)
        await ask('commit')
        return result
      } catch (error) {
        await ask('rollback').catch(ignoreBrokenConnection)
        throw error
      }
    }),
  )
}

/**
 * A transaction's own view of its connection, until it ends. What it asks for at once is sent at once: the query builder's own transactions
 * ask for one statement after the other.
 */
function lendConnection(pool: Kysely<Tables>, connection: DatabaseConnection): { tx: Tx; end(): void } {
  let isOver = false
  const provideConnection = <T>(ask: (connection: DatabaseConnection) => Promise<T>): Promise<T> => {
    assert(!isOver, 'a statement belongs to a transaction that goes on')
    return ask(connection)
  }
  const executor = pool.getExecutor().withConnectionProvider({ provideConnection })
  const tx = new Kysely<Tables>({
    config: { dialect: UNUSED },
    dialect: UNUSED,
    driver: UNUSED.createDriver(),
    executor,
  })
  return {
    tx,
    end: () => {
      isOver = true
    },
  }
}

/** Connections come from the pool, and transactions are begun and ended above. */
const UNUSED: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** A connection that broke cannot roll back; the server does it, and the first error is the one to report. */
function ignoreBrokenConnection(): void {}

const TRANSIENT = new Set(['40001', '40P01'])

function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TRANSIENT.has(String(error.code))
}

/** True when an insert met a unique constraint of this name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
