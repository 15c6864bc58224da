import { AsyncLocalStorage } from 'node:async_hooks'
import { type ColumnType, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { assert, type Limits } from '../kernel/index.ts'
import { assertLogin } from './database-role.ts'
import { LOGIN_NAMES, type LoginKey, type Logins } from './logins.ts'
import { isStaleStatement, PreparedClient } from './prepared-client.ts'

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
  readonly limits: Limits
  close(): Promise<void>
}

const INT8_OID = 20
const types = new pg.TypeOverrides()
types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text)
  assert(Number.isSafeInteger(value), 'a bigint of the database is a safe integer')
  return value
})

/** Opens the two pools: requests run as `coffer_app`, loops as `coffer_jobs`. */
export function openDatabase(logins: Logins, limits: Limits, onError: (error: Error) => void): Database {
  const app = openPool(logins, 'app', limits.appConnections, limits, onError)
  const jobs = openPool(logins, 'jobs', limits.jobsConnections, limits, onError)
  return {
    app,
    jobs,
    limits,
    close: async () => {
      await Promise.all([app.destroy(), jobs.destroy()])
    },
  }
}

function openPool(
  logins: Logins,
  key: LoginKey,
  max: number,
  limits: Limits,
  onError: (error: Error) => void,
): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: logins[key].reveal(),
    max,
    types,
    Client: PreparedClient,
    idleTimeoutMillis: limits.idleConnectionMs,
    connectionTimeoutMillis: limits.databaseConnectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.databaseKeepAliveMs,
    onConnect: (client) => assertLogin(client, LOGIN_NAMES[key]),
    options: '-c timezone=UTC',
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.statementMs,
    application_name: LOGIN_NAMES[key],
  })
  pool.on('error', onError)
  // A connection that is lent out may break between two statements, when no statement is there to fail.
  pool.on('connect', (client) => client.on('error', onError))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

const inTransaction = new AsyncLocalStorage<true>()

/** True inside a transaction: no outbound call may be made then. */
export function isInTransaction(): boolean {
  return inTransaction.getStore() === true
}

/** One transaction of an operator under row-level security. */
export function operatorTransaction<T>(db: Database, operatorId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  assert(Number.isSafeInteger(operatorId), 'an operator id is an integer')
  return transaction(db.app, `begin; set local coffer.operator_id = '${operatorId}'`, db.limits.transactionTries, work)
}

/** One transaction over all operators. */
export function systemTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db.jobs, 'begin', db.limits.transactionTries, work)
}

/** Statements over all operators, each a transaction of its own. */
export function systemStatements<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db.jobs, null, db.limits.transactionTries, work)
}

async function transaction<T>(
  pool: Kysely<Tables>,
  begin: string | null,
  tries: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  assert(!isInTransaction(), 'transactions are not nested')
  for (let round = 1; ; round++) {
    try {
      return await once(pool, begin, work)
    } catch (error) {
      if (round >= tries || !(isTransient(error) || isStaleStatement(error))) throw error
    }
  }
}

function once<T>(pool: Kysely<Tables>, begin: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pool.connection().execute((tx) =>
    inTransaction.run(true, async () => {
      if (begin === null) return work(tx)
      await sql.raw(begin).execute(tx)
      try {
        const result = await work(tx)
        await sql.raw('commit').execute(tx)
        return result
      } catch (error) {
        await sql.raw('rollback').execute(tx).catch(ignoreBrokenConnection)
        throw error
      }
    }),
  )
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
