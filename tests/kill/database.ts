import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@coffer/embedded-postgres'
import pg from 'pg'
import { migrate } from '../../service/src/platform/migrate.ts'
import { type Endings, startAll } from '../support/endings.ts'
import { openDoorway } from './doorway.ts'

/** A server loses a client that acknowledges nothing any more after about its `tcp_user_timeout`. */
const SERVER_FINDS_OUT_MS = 3_000

const READ_ONLY_END_MS = 120_000

const PROJECT_DIR = join(import.meta.dirname, '../..')

export type CrashingDatabase = {
  /** The same through every restart. */
  url: string
  /** Ends the server without a word to anyone and starts it again, which recovers what was committed. */
  restart(): Promise<void>
  /** Cuts every connection. */
  cut(): void
  /** Every connection falls silent without an end. Resolves when the server has found out; a process finds out by itself. */
  silence(): Promise<void>
  /** Lets nobody write, or everybody again, from their next transaction on. */
  setReadOnly(isReadOnly: boolean): Promise<void>
  close(): Promise<void>
}

/** A PostgreSQL of its own with the newest schema. */
export function startCrashingDatabase(dataDir: string): Promise<CrashingDatabase> {
  return startAll((endings) => start(dataDir, endings))
}

async function start(dataDir: string, endings: Endings): Promise<CrashingDatabase> {
  // The database's user must be able to enter when the test runs as root.
  chmodSync(dataDir, 0o755)
  const doorway = await openDoorway()
  endings.add(doorway.close)
  let server = await startServer(dataDir)
  endings.add(() => server.stop('fast'))
  doorway.leadTo(server.port)
  const url = new URL(server.url)
  url.port = String(doorway.port)
  await migrate(url.href)
  return {
    url: url.href,
    cut: doorway.cut,
    silence: async () => {
      const end = doorway.silence()
      await sleep(SERVER_FINDS_OUT_MS)
      end()
    },
    setReadOnly: async (isReadOnly) => {
      // It may be going down, or coming up.
      const end = performance.now() + READ_ONLY_END_MS
      for (;;) {
        const failure = await alterReadOnly(server.url, isReadOnly).then(
          () => null,
          (error: unknown) => error,
        )
        if (failure === null) return
        if (performance.now() > end) throw failure
        await sleep(100)
      }
    },
    restart: async () => {
      await server.stop('immediate')
      server = await startServer(dataDir)
      doorway.leadTo(server.port)
    },
    close: async () => {
      await doorway.close()
      await server.stop('fast')
    },
  }
}

async function alterReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url }).on('error', () => {})
  await client.connect()
  try {
    await client.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}

/** Nothing here loses power, so nothing is flushed to the disk; but a commit is with the system before it is confirmed. */
function startServer(dataDir: string): Promise<EmbeddedPostgres> {
  const directory = join(dataDir, 'cluster')
  return startEmbeddedPostgres({
    dataDir,
    directory,
    projectDir: PROJECT_DIR,
    fsync: false,
    settings: { synchronous_commit: 'on', autovacuum: 'on' },
  })
}
