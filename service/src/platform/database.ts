import { type ColumnType, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { assert, type Limits } from '../kernel/index.ts'
import { Company, type Patience, type PatientClient, PreparedClient, SharedSession } from './database-client.ts'
import { type Settings, timeouts } from './database-session.ts'
import { assertLogin, isTurnedAway, LOGIN_NAMES, type LoginKey, type Logins, WrongLogin } from './logins.ts'

/** Tables are declared by their owners, through declaration merging into this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: owners merge their tables into it
export interface Tables {}

/** A jsonb column: written as text, read as a value. */
export type Json<T> = ColumnType<T, string, string>

/** A running transaction. */
export type Tx = Kysely<Tables>

/** What came of works that waited for a transaction that they might share. */
export type Shared = {
  /** What they are for. */
  name: string
  /** How many shared it; 0 when it was rolled back. */
  togetherCount: number
  /** How many went on in transactions of their own. */
  aloneCount: number
}

export type Database = {
  readonly app: Kysely<Tables>
  readonly jobs: Kysely<Tables>
  /** For requests whose transactions are shared. */
  readonly shared: Kysely<Tables>
  /** One connection, for `upsertPulse` alone. */
  readonly pulse: Kysely<Tables>
  readonly limits: Limits
  /** Told of every transaction that failed, and of every connection that was lost. */
  notice(error: unknown): void
  /** Each is told of every transaction that works might share, at its end. */
  readonly sharedListeners: Set<(shared: Shared) => void>
  close(): Promise<void>
}

const INT8_OID = 20
const types = new pg.TypeOverrides()
types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text)
  assert(Number.isSafeInteger(value), 'a bigint of the database is a safe integer')
  return value
})

/**
 * Of the connections of shared transactions. Their statements look up as many rows as there are works, by key, in tables of any size: no
 * other plan is right, and none but these is taken once the database has looked at a table that has rows.
 */
const SHARED_SETTINGS: Settings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
}

/** Of the connection that pulses are written on: so little memory that `upsertPulse` has to use the disk. */
const PULSE_SETTINGS: Settings = { work_mem: '64kB' }

export type PoolName = 'app' | 'jobs' | 'shared' | 'pulse'

/** Makes a pool of connections. Whoever runs many contexts one after the other may hand on what the last one was connected with. */
export type MakePool = (config: pg.PoolConfig, name: PoolName) => pg.Pool

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
  const all = { logins, limits, notice, makePool }
  const usual = { ...all, ...usually, patience: { statementMs, silenceMs, company } }
  const app = openPool({ ...usual, name: 'app', key: 'app', max: limits.appConnections })
  const jobs = openPool({ ...usual, name: 'jobs', key: 'jobs', max: limits.jobsConnections })
  const ofShared = { key: 'app', max: limits.sharedConnections, settings: SHARED_SETTINGS } as const
  const shared = openPool({ ...usual, name: 'shared', ...ofShared })
  // A write that is merely slow is heard to be slow, and costs nobody a connection.
  const heardMs = limits.readySilenceMs
  const patience = { statementMs: readyMs - heardMs, silenceMs: heardMs, company }
  const atOnce = { connectMs: readyMs, waitMs: readyMs, patience, max: 1 }
  const pulse = openPool({ ...all, ...atOnce, name: 'pulse', key: 'jobs', settings: PULSE_SETTINGS })
  const close = async () => {
    await Promise.all([app, shared, jobs, pulse].map((pool) => pool.destroy()))
  }
  return { app, shared, jobs, pulse, limits, notice, sharedListeners: new Set(), close }
}

type PoolOptions = {
  name: PoolName
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
  settings?: Settings
}

function openPool(options: PoolOptions): Kysely<Tables> {
  const { name, logins, key, max, connectMs, waitMs, patience, limits, notice, makePool, settings = {} } = options
  // A server that receives nothing from us releases our locks.
  const ofSession = { ...timeouts(patience.statementMs), tcp_user_timeout: String(limits.statementMs), ...settings }
  const config = {
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
    onConnect: (client: pg.ClientBase) => assertLogin(client, LOGIN_NAMES[key], ofSession),
    application_name: LOGIN_NAMES[key],
  }
  const pool = makePool(config, name)
  pool.on('error', notice)
  // A connection that is lent out may break between two statements, when no statement is there to fail.
  pool.on('connect', (client) => client.on('error', notice))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lendingCurrent(pool) }) })
}

/** Lends no connection again that led to a server which takes no writes, or is shutting down: after a failover the address leads elsewhere. */
function lendingCurrent(pool: pg.Pool): PostgresPool {
  const take = async () => (await pool.connect()) as pg.PoolClient & PatientClient
  return {
    connect: async () => {
      let client = await take()
      while (client.isRetired) {
        client.release(true)
        client = await take()
      }
      const { release } = client
      client.release = (isBroken) => release.call(client, isBroken || client.endsWithUse)
      return client
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * Opens a connection of each pool, so that a process whose logins are wrong ends before it serves anything. Throws what
 * {@link assertLogin} throws, and in words when a login is turned away. A database that cannot be asked yet is for `/readyz` to report.
 */
export async function askLogins(db: Database): Promise<void> {
  // In two turns: a pooler that lends sessions to others lends those of the first to the second.
  for (const pools of [
    [db.app, db.jobs],
    [db.shared, db.pulse],
  ]) {
    const answers = await Promise.allSettled(pools.map((pool) => sql`select 1`.execute(pool)))
    for (const answer of answers) if (answer.status === 'rejected') refuseWrong(answer.reason)
  }
}

function refuseWrong(reason: unknown): void {
  if (reason instanceof WrongLogin || reason instanceof SharedSession) throw reason
  if (isTurnedAway(reason)) throw new WrongLogin(`${reason.message}: run coffer migrate, which makes the logins.`)
}
