import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@coffer/service/database'
import { migrate } from '../../service/src/platform/migrate.ts'
import { type Endings, startAll } from '../support/endings.ts'
import { openDoorway } from './doorway.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')

export type CrashingDatabase = {
  /** The same through every restart. */
  url: string
  /** Ends the server without a word to anyone and starts it again, which recovers what was committed. */
  restart(): Promise<void>
  /** Cuts every connection. */
  cut(): void
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
