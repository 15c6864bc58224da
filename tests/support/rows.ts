import { derivedLogins, type Logins, type Tables } from '@coffer/service/platform'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

/** Rows of memory, not of fact: what has been signed lately, and how often. */
const MEMORY = ['seen_requests', 'rate_buckets', 'process_pulses', 'migrations']
/** Bumped by every use of a session or a key. */
const BUMPED = ['seen_at', 'last_used_at']

export type Rows = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A hash of each table's rows; of one operator's rows only, when one is given. */
  fingerprint(operatorId?: number): Promise<Record<string, string>>
  /** Every table: whether it has row-level security, and one of its columns that can be written. */
  tables(): Promise<{ name: string; secured: boolean; hasOperator: boolean; column: string }[]>
}

/**
 * A connection of a test that a failed test need not close: an idle one keeps no process alive. It may hold a transaction for however long the
 * test takes. `options` as `psql` takes them.
 */
export function openPool(databaseUrl: string, options = ''): pg.Pool {
  return poolOf({ connectionString: databaseUrl, options, idleTimeoutMillis: 0 })
}

function poolOf(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool({ ...config, max: 1, allowExitOnIdle: true }).on('error', () => {})
}

/** The same as one of the service's logins, which is all that a request or a loop ever is. */
export function openLogin(databaseUrl: string, login: keyof Logins, options = ''): pg.Pool {
  return openPool(derivedLogins(databaseUrl)[login].reveal(), options)
}

const INT8_OID = 20
const numbers = new pg.TypeOverrides()
numbers.setTypeParser(INT8_OID, Number)

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `look ${names.size}`
  names.set(text, name)
  return name
}

/** Looks without values are planned once for the connection: whoever asks all of them again and again spends most of the time on plans. */
class PlannedClient extends pg.Client {
  override query(...[text, values, ...others]: unknown[]): never {
    const isLook =
      typeof text === 'string' && /^\s*select/.test(text) && (values as unknown[] | undefined)?.length === 0
    const name = isLook ? nameOf(text) : undefined
    const query = super.query as (...given: unknown[]) => never
    return query.call(this, name === undefined ? text : { name, text }, values, ...others)
  }
}

/** A connection that remembers its looks, also as the service's own queries need one. */
export function openPlanned(databaseUrl: string): { pool: pg.Pool; database: Kysely<Tables> } {
  const planned = { Client: PlannedClient, options: '-c timezone=UTC' }
  const pool = poolOf({ connectionString: databaseUrl, types: numbers, ...planned })
  return { pool, database: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}

/** The owner's connection as the service's own queries need one. */
export function openOwner(databaseUrl: string): Kysely<Tables> {
  return openPlanned(databaseUrl).database
}

/** The database as its owner sees it, past every policy. */
export function openRows(databaseUrl: string): Rows {
  return rowsOf(poolOf({ connectionString: databaseUrl }))
}

/** The same with numbers as the service reads them: for whoever lets the service's own code work on it. */
export function openNumbers(databaseUrl: string): Rows {
  return rowsOf(openPlanned(databaseUrl).pool)
}

export function rowsOf(pool: pg.Pool): Rows {
  const query: Rows['query'] = async (text, values = []) => (await pool.query(text, values)).rows as never
  const tables: Rows['tables'] = () =>
    query(`select relname as name, relrowsecurity as secured, exists (
             select from pg_attribute where attrelid = c.oid and attname = 'operator_id' and not attisdropped
           ) as "hasOperator", (
             select attname from pg_attribute
             where attrelid = c.oid and attnum > 0 and attidentity = '' and not attisdropped order by attnum desc limit 1
           ) as column
           from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`)
  const fingerprint: Rows['fingerprint'] = async (operatorId) => {
    const found = (await tables()).filter(({ name, hasOperator }) => {
      return !MEMORY.includes(name) && (operatorId === undefined || hasOperator)
    })
    const hashes = found.map(({ name }) => {
      const where = operatorId === undefined ? '' : `where operator_id = ${operatorId}`
      const row = BUMPED.map((column) => ` - '${column}'`).join('')
      return `select '${name}' as name, md5(coalesce(string_agg(line, ',' order by line), '')) as hash
              from (select (to_jsonb(t)${row})::text as line from ${name} t ${where}) lines`
    })
    const rows = await query<{ name: string; hash: string }>(hashes.join(' union all '))
    return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
  }
  return { query, fingerprint, tables }
}
