import { join } from 'node:path'
import { DATABASE_NAME, dataFolder, OWNER_NAME, password, prepareCluster } from './cluster.ts'
import { clearLeftover } from './leftover.ts'
import { takeLock } from './lock.ts'
import { type Place, preparePlace } from './place.ts'
import { fileProblem, MachineProblem } from './problem.ts'
import { removeRunning, untilUsersLeft, writeRunning } from './running.ts'
import { type Server, type ServerStopMode, startServer } from './server.ts'

/** Another live process supervises the database of this data folder. */
export class DatabaseBusy extends MachineProblem {
  override readonly name = 'DatabaseBusy'

  constructor(directory: string, pid: number) {
    super(
      `The database in ${directory} is in use by process ${pid}: wait until it is done, or end it (kill ${pid}), and start again.`,
    )
  }
}

export type EmbeddedPostgresOptions = {
  /** The data folder (`COFFER_DATA_DIR`). One live supervisor per folder. */
  dataDir: string
  /** The root of the project; as root, binaries and cluster lie in a folder named by its hash. */
  projectDir: string
  log?: ((line: string) => void) | undefined
  /** False gives up durability for speed: for tests only. */
  fsync?: boolean | undefined
  /** Further server settings, such as `{max_connections: '50'}`. */
  settings?: Record<string, string> | undefined
  /** Puts the cluster into this folder instead of its usual place. */
  directory?: string | undefined
}

type StopMode = ServerStopMode | 'after-users'

export type EmbeddedPostgres = {
  /** Connects as the cluster's owner, a superuser. */
  url: string
  port: number
  pid: number
  /** In words: the folder of the cluster, and the user that runs it when that is not ourselves. */
  where: string
  /**
   * Ends the server and waits until it is gone: `fast` when not told otherwise; `after-users` lets processes that
   * joined it finish first, and lets no more in.
   */
  stop(mode?: StopMode): Promise<void>
  /** Called with the reason when the server ends and nobody asked it to. */
  onExit(callback: (reason: string) => void): void
}

const SETTINGS = {
  unix_socket_directories: '',
  max_connections: '200',
  // What is written in some minutes of opens fits, and is not written out page by page by whoever needs a place meanwhile.
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // Files of the write-ahead log that a busy hour made are used again by the next one: while one is made anew, every commit waits.
  min_wal_size: '1GB',
  // In the cluster's own folder: it goes with the folder, and a container's small /dev/shm does not matter.
  dynamic_shared_memory_type: 'mmap',
  password_encryption: 'scram-sha-256',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] %q%d ',
}

const WITHOUT_FSYNC = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

/**
 * Starts the embedded PostgreSQL of a data folder: makes the cluster on first use, clears what a crash left, and
 * returns when it takes connections. Throws `DatabaseBusy` when another live process supervises it, and another
 * `MachineProblem` when it cannot start. No signal is handled here: the caller stops it; if the starter is killed, the
 * kernel stops it where it can, and the next start does everywhere else.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startSupervised(options)
  } catch (error) {
    throw fileProblem(error) ?? error
  }
}

async function startSupervised(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const fsync = options.fsync ?? true
  const place = preparePlace(options)
  const taken = takeLock(join(options.dataDir, 'postgres.lock'))
  if ('holder' in taken) throw new DatabaseBusy(place.directory, taken.holder.pid)
  try {
    await clearLeftover(place, log)
    await prepareCluster(place, fsync)
    const secret = password(place)
    const server = await startServer(place, { ...SETTINGS, ...(fsync ? {} : WITHOUT_FSYNC), ...options.settings })
    const url = `postgres://${OWNER_NAME}:${secret}@127.0.0.1:${server.port}/${DATABASE_NAME}`
    await announce(options.dataDir, place, server, url)
    return supervise(options.dataDir, place, server, { url, release: taken.lock.release, log })
  } catch (error) {
    taken.lock.release()
    throw error
  }
}

/** Records where the server runs. Stops it when that cannot be written, since no other process could find it. */
async function announce(dataDir: string, place: Place, server: Server, url: string): Promise<void> {
  try {
    writeRunning(dataDir, { url, pid: server.pid, directory: dataFolder(place) })
  } catch (error) {
    await server.stop('fast')
    throw error
  }
}

function supervise(
  dataDir: string,
  place: Place,
  server: Server,
  { url, release, log }: { url: string; release: () => void; log: (line: string) => void },
): EmbeddedPostgres {
  let asked = false
  const callbacks: ((reason: string) => void)[] = []
  const gone = server.ended.then((reason) => {
    removeRunning(dataDir)
    release()
    if (!asked) for (const callback of callbacks) callback(reason)
  })
  return {
    url,
    port: server.port,
    pid: server.pid,
    where: place.user ? `${place.directory} (run as the user ${place.user.name})` : place.directory,
    onExit: (callback) => callbacks.push(callback),
    stop: async (mode = 'fast') => {
      asked = true
      removeRunning(dataDir)
      if (mode === 'after-users') await untilUsersLeft(dataDir, log)
      await server.stop(mode === 'immediate' ? 'immediate' : 'fast')
      await gone
    },
  }
}
