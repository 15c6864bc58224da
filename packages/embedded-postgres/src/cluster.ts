import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { binary, type Place } from './place.ts'
import { MachineProblem } from './problem.ts'

const run = promisify(execFile)

export const DATABASE_NAME = 'coffer'
export const OWNER_NAME = 'coffer'

/** Nothing of our own environment reaches PostgreSQL; without LC_ALL an unset LANG would give SQL_ASCII. */
export const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }

/** The folder that PostgreSQL calls its data directory. */
export function dataFolder(place: Place): string {
  return join(place.directory, 'data')
}

/** The owner's password, made on first use and kept beside the cluster, readable by us alone. */
export function password(place: Place): string {
  const path = join(place.directory, 'password')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  throw new MachineProblem(
    `${path}, which opens the database beside it, is missing: restore it from a copy, or begin with an empty data folder: COFFER_DATA_DIR=FOLDER.`,
  )
}

/**
 * Makes the cluster with its empty database unless it is there. It is made under another name and renamed when it is
 * whole, so a start that was killed half-way leaves nothing that looks like a cluster.
 */
export async function prepareCluster(place: Place, fsync: boolean): Promise<void> {
  if (existsSync(dataFolder(place))) {
    needOwnFolder(place)
    return needSameMajor(place)
  }
  const draft = `${dataFolder(place)}.new`
  const passwordFile = join(place.directory, 'password.new')
  rmSync(draft, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  const secret = randomBytes(24).toString('base64url')
  writeFileSync(join(place.directory, 'password'), `${secret}\n`, { mode: 0o600 })
  writeFileSync(passwordFile, `${secret}\n`, { mode: 0o600 })
  mkdirSync(draft, { mode: 0o700 })
  if (place.user) for (const path of [draft, passwordFile]) chownSync(path, place.user.uid, place.user.gid)
  await initialise(place, draft, passwordFile, fsync)
  await createDatabase(place, draft)
  rmSync(passwordFile)
  renameSync(draft, dataFolder(place))
}

/** PostgreSQL starts only in a folder of its own user that is closed to others. A copy that root made is neither. */
function needOwnFolder(place: Place): void {
  const folder = dataFolder(place)
  const { uid, mode } = statSync(folder)
  const runner = place.user ?? { name: 'this user', uid: process.getuid?.() ?? uid }
  const owner = place.user?.name ?? runner.uid
  if (uid !== runner.uid) {
    throw new MachineProblem(
      `${folder} belongs to user ${uid}, and PostgreSQL runs as ${runner.name}: chown -R ${owner} ${folder}, or begin with an empty data folder: COFFER_DATA_DIR=FOLDER.`,
    )
  }
  if ((mode & 0o027) !== 0) {
    throw new MachineProblem(
      `${folder} is open to other users, which PostgreSQL refuses: chmod 700 ${folder}, or begin with an empty data folder: COFFER_DATA_DIR=FOLDER.`,
    )
  }
}

/** Files of a cluster are readable to the major version that made them alone. */
function needSameMajor(place: Place): void {
  const folder = dataFolder(place)
  const path = join(folder, 'PG_VERSION')
  const made = existsSync(path) ? readFileSync(path, 'utf8').trim() : null
  const [ours] = place.binaries.version.split('.')
  if (made === ours) return
  const what =
    made === null
      ? `${folder} holds no whole database, since PG_VERSION is missing: restore the folder from a copy`
      : `The database in ${folder} is of PostgreSQL ${made}, and npm brings PostgreSQL ${ours}: run it with a PostgreSQL ${made} of your own, which DATABASE_URL names`
  throw new MachineProblem(`${what}, or begin with an empty data folder: COFFER_DATA_DIR=FOLDER.`)
}

async function initialise(place: Place, folder: string, passwordFile: string, fsync: boolean): Promise<void> {
  const options = [
    `--pgdata=${folder}`,
    `--username=${OWNER_NAME}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=scram-sha-256',
  ]
  if (!fsync) options.push('--no-sync')
  await run(binary(place.binaries, 'initdb'), options, asDatabaseUser(place)).catch(inWords('initdb'))
}

/** Single-user mode needs no password, no port and no client. */
async function createDatabase(place: Place, folder: string): Promise<void> {
  const single = run(binary(place.binaries, 'postgres'), ['--single', '-D', folder, 'postgres'], asDatabaseUser(place))
  single.child.stdin?.end(`create database ${DATABASE_NAME}\n`)
  await single.catch(inWords('postgres --single'))
}

/** How to start a program as the cluster's owner, in a folder which that user can enter. */
export function asDatabaseUser(place: Place) {
  const user = place.user ? { uid: place.user.uid, gid: place.user.gid } : {}
  return { cwd: place.directory, env: environment, ...user }
}

function inWords(program: string): (error: Error & { stderr?: string }) => never {
  return (error) => {
    const said = (error.stderr?.trim() || error.message).replace(/\s+/g, ' ')
    throw new MachineProblem(`${program} could not make the database: ${said}`)
  }
}
