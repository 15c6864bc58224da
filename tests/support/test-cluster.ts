import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProcess, startEmbeddedPostgres } from '@coffer/embedded-postgres'
import pg from 'pg'
import { migrate } from '../../service/src/platform/migrate.ts'

export type TestCluster = { url: string; template: string; remove(): Promise<void> }

const MEMORY_FOLDER = '/dev/shm'
const MEMORY_BYTES = 2_000_000_000
const PREFIX = 'coffer-test-'
const TEMPLATE = 'coffer_template'
/**
 * The tables of a test are small: to start another process for a query costs more than it brings. A run opens thousands of connections,
 * and each derives the key of its password anew: here by one step and not by thousands. Each process keeps some of them open.
 */
const SETTINGS = { max_parallel_workers_per_gather: '0', scram_iterations: '1', max_connections: '600' }

/** One cluster for a whole run, in memory where there is room, and in it a closed template with the newest schema. */
export async function startTestCluster(projectDir: string): Promise<TestCluster> {
  const base = roomiestFolder()
  removeLeftovers(base)
  const dataDir = mkdtempSync(join(base, `${PREFIX}${process.pid}-`))
  // The database's user must be able to enter when the tests run as root.
  chmodSync(dataDir, 0o755)
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  const directory = join(dataDir, 'cluster')
  const options = { dataDir, directory, projectDir, fsync: false, settings: SETTINGS }
  const database = await startEmbeddedPostgres(options).catch((error) => {
    remove()
    throw error
  })
  const stopAndRemove = () => database.stop('immediate').finally(remove)
  const prepared = cheapenOwner(database.url).then(() => makeTemplate(database.url))
  await prepared.catch((error) => stopAndRemove().then(() => Promise.reject(error)))
  return { url: database.url, template: TEMPLATE, remove: stopAndRemove }
}

/** The owner's password was set before the server had its settings. */
async function cheapenOwner(admin: string): Promise<void> {
  const { username, password } = new URL(admin)
  await execute(admin, `alter role ${username} password '${password}'`)
}

async function makeTemplate(admin: string): Promise<void> {
  const url = new URL(admin)
  url.pathname = `/${TEMPLATE}`
  await execute(admin, `create database ${TEMPLATE}`)
  await migrate(url.href)
  await execute(admin, `alter database ${TEMPLATE} with is_template true allow_connections false`)
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function roomiestFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= MEMORY_BYTES ? MEMORY_FOLDER : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A run that was killed could not remove its cluster; the folder's name tells which process it belonged to. */
function removeLeftovers(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || findProcess(Number(pid))) continue
    try {
      rmSync(join(base, name), { recursive: true, force: true })
    } catch {
      // Another user's; theirs to remove.
    }
  }
}
