import { EventEmitter } from 'node:events'
import { LIMITS, type Limits } from '@coffer/service/kernel'
import { type Database, derivedLogins, type MakePool, type PoolName } from '@coffer/service/platform'
import pg from 'pg'
import { createTestDatabase } from './database.ts'
import { PATIENT_LIMITS } from './patient-limits.ts'
import { openPlanned, type Rows, rowsOf } from './rows.ts'

/**
 * A database that worlds of this process have one after the other, emptied between two of them, with connections that stay. A new
 * connection reads the catalogue and plans each statement anew, which takes longer than most tests.
 */
export type KeptDatabase = {
  url: string
  /** As its owner, and as the login of the loops, for whoever looks what a test has left. */
  rows: Rows
  jobs: Database['jobs']
  makePool: MakePool
  /** After its world has ended: the next one may have it. */
  giveBack(): void
}

/** A world that was crowded leaves more connections than the next one needs, and the server has so many for all processes. */
const IDLE_MS = 2_000
/** Rows that were deleted still lie in the files; a database that had so many worlds is left as it is. */
const WORLDS_COUNT = 30
/** Settings of the connections themselves: a world that changes one of them has its own. */
const OF_CONNECTIONS = [
  ...['statementMs', 'readyMs', 'readySilenceMs', 'databaseSilenceMs', 'databaseConnectMs', 'databaseWaitMs'],
  ...['appConnections', 'sharedConnections', 'jobsConnections', 'idleConnectionMs', 'databaseKeepAliveMs'],
] as const satisfies (keyof Limits)[]

const USUAL: Limits = { ...LIMITS, ...PATIENT_LIMITS }

const free: Home[] = []

/**
 * One that no world of this process has now: as the migrations leave it, with the limits that connections usually have. `isFresh` when none
 * had it before or is to have it after.
 */
export async function takeDatabase({ isFresh = false } = {}): Promise<KeptDatabase> {
  if (isFresh) return (await newHome()).lend({ isLast: true })
  for (let home = free.pop(); home !== undefined; home = free.pop()) {
    if (await home.empty()) return home.lend()
    home.leave()
  }
  return (await newHome()).lend()
}

async function newHome(): Promise<Home> {
  const home = new Home((await createTestDatabase()).url)
  await home.remember()
  return home
}

/** Whether a process with these limits is connected as all others are. */
export function isUsuallyConnected(limits: Partial<Limits> = {}): boolean {
  return OF_CONNECTIONS.every((name) => limits[name] === undefined || limits[name] === USUAL[name])
}

/** What migrations made, with what a test may have changed of it, and who is at work here beside us. */
const CATALOGUE = [
  ...['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_constraint', 'pg_trigger', 'pg_index', 'pg_proc', 'pg_policy'],
  ...['pg_type', 'pg_rewrite', 'pg_sequence', 'pg_statistic'],
]
const NEWEST = CATALOGUE.map((name) => `(select count(*) || ' ' || max(xmin::text::bigint) from ${name})`)
const STATE = `
  select concat_ws(' ', ${NEWEST.join(', ')}, (
    select string_agg(setconfig::text, ' ') from pg_db_role_setting
    join pg_database d on d.oid = setdatabase and datname = current_database()
  )) as catalogue, (
    select count(*)::int from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
  ) as busy`

class Home {
  readonly url: string
  readonly #owner: ReturnType<typeof openPlanned>
  readonly #jobs: ReturnType<typeof openPlanned>
  readonly #pools = new Map<PoolName, pg.Pool>()
  #worldsCount = 0
  #lent: LentPool[] = []
  #catalogue = ''
  #filled = ''
  #sequences = ''

  constructor(url: string) {
    this.url = url
    this.#owner = openPlanned(url)
    this.#jobs = openPlanned(derivedLogins(url).jobs.reveal())
  }

  /** Looks how the migrations left it. */
  async remember(): Promise<void> {
    const rows = rowsOf(this.#owner.pool)
    const tables = (await rows.tables()).map(({ name }) => name).filter((name) => name !== 'migrations')
    const looks = tables.map((name) => `select '${name}' as name where exists (select from ${name})`)
    this.#filled = looks.join(' union all ')
    const sequences = await rows.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace",
    )
    this.#sequences = `select ${sequences.map(({ name }) => `setval('${name}', 1, false)`).join(', ')}`
    const [{ catalogue } = { catalogue: '' }] = await rows.query<{ catalogue: string }>(STATE)
    this.#catalogue = catalogue
  }

  /** False when it cannot be what it was. */
  async empty(): Promise<boolean> {
    if (this.#worldsCount >= WORLDS_COUNT || this.#lent.some((pool) => pool.isInUse)) return false
    const { pool } = this.#owner
    const [{ catalogue, busy } = { catalogue: '', busy: 1 }] = (await pool.query(STATE, [])).rows
    if (catalogue !== this.#catalogue || busy > 0) return false
    const filled = (await pool.query(this.#filled, [])).rows.map(({ name }) => `delete from ${name};`)
    // Neither the keys between tables nor what guards final rows has a say.
    await pool.query(`begin; set local session_replication_role = replica; ${filled.join(' ')} commit`)
    await pool.query(this.#sequences, [])
    return true
  }

  /** To a world, which is the last one where `isLast`. */
  lend({ isLast = false } = {}): KeptDatabase {
    this.#worldsCount += 1
    this.#lent = []
    const makePool: MakePool = (config, name) => {
      const lent = new LentPool(this.#poolFor(config, name))
      this.#lent.push(lent)
      return lent as unknown as pg.Pool
    }
    return {
      url: this.url,
      rows: rowsOf(this.#owner.pool),
      jobs: this.#jobs.database,
      makePool,
      giveBack: () => {
        for (const pool of this.#lent) pool.leave()
        if (isLast) this.leave()
        else free.push(this)
      },
    }
  }

  /** Nobody has it any more, and what is connected ends with whoever still uses it. */
  leave(): void {
    for (const pool of [...this.#pools.values(), this.#owner.pool, this.#jobs.pool]) pool.end().catch(() => {})
  }

  #poolFor(config: pg.PoolConfig, name: PoolName): pg.Pool {
    const pool =
      this.#pools.get(name) ??
      new pg.Pool({ ...config, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true }).on('error', () => {})
    this.#pools.set(name, pool)
    return pool
  }
}

/** A pool as one world knows it: it ends with the world, and the connections stay. */
class LentPool extends EventEmitter {
  readonly #pool: pg.Pool
  #ended: Promise<void> | undefined
  #lentCount = 0
  readonly #told = (error: Error) => this.emit('error', error)

  constructor(pool: pg.Pool) {
    super()
    this.#pool = pool.on('error', this.#told)
  }

  get isInUse(): boolean {
    return this.#lentCount > 0
  }

  async connect(): Promise<pg.PoolClient> {
    if (this.#ended) throw new Error('Cannot use a pool after calling end on the pool')
    this.#lentCount += 1
    const client = await this.#pool.connect().catch((error) => {
      this.#release()
      throw error
    })
    const { release } = client
    client.on('error', this.#told)
    client.release = (broken) => {
      client.off('error', this.#told)
      client.release = release
      release.call(client, broken)
      this.#release()
    }
    return client
  }

  #release(): void {
    this.#lentCount -= 1
    if (this.#lentCount === 0) this.emit('at rest')
  }

  end(): Promise<void> {
    this.#ended ??= this.#untilAtRest()
    return this.#ended
  }

  async #untilAtRest(): Promise<void> {
    while (this.#lentCount > 0) await new Promise((resolve) => this.once('at rest', resolve))
  }

  /** Nobody hears it any more. */
  leave(): void {
    this.#pool.off('error', this.#told)
  }
}
