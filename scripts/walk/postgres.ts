import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentFrom } from '../run/environment.ts'
import type { Certificates } from './certificates.ts'

/** A PostgreSQL that is installed on this machine. */
export type Installed = { bin: string; version: string }

/** What is too old lacks something that the schema needs. */
const OLDEST_MAJOR = 15
const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/local/pgsql/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
]
const READY_MS = 30_000

/** The newest one. Throws in words when there is none; it installs nothing. */
export function findPostgres(): Installed {
  const folders = [process.env.PG_BIN, pgConfigFolder(), ...PLACES.flatMap((place) => globSync(place))]
  const found = folders
    .filter(
      (bin): bin is string => bin !== undefined && existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')),
    )
    .map((bin) => ({ bin, version: versionOf(bin) }))
    .filter(({ version }) => Number.parseInt(version, 10) >= OLDEST_MAJOR)
    .sort((a, b) => Number.parseFloat(b.version) - Number.parseFloat(a.version))
  if (found[0]) return found[0]
  throw new Error(
    `There is no PostgreSQL ${OLDEST_MAJOR} or newer on this machine. Install its server (Debian: apt-get install postgresql), or name the folder of its programs with PG_BIN.`,
  )
}

function pgConfigFolder(): string | undefined {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function versionOf(bin: string): string {
  const said = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return /(\d+(\.\d+)?)/.exec(said)?.[1] ?? '0'
}

export type Cluster = {
  /** The address of a user of the new cluster, over TLS whose certificate is checked. */
  url(user: string, password: string): string
  stop(): Promise<void>
}

const OWNER = 'coffer_owner'
export const DATABASE = 'coffer'

/** A cluster of its own in a folder, with one database and its owner, who is no superuser but may create roles. Nobody gets in without TLS. */
export async function startCluster(
  { bin }: Installed,
  folder: string,
  options: { port: number; certificates: Certificates; ownerPassword: string },
): Promise<Cluster> {
  const user = serverUser()
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  mkdirSync(data, { mode: 0o700 })
  const own = (path: string) => user && chownSync(path, user.uid, user.gid)
  own(folder)
  own(data)
  // The folder that somebody has called us in may be closed to that user.
  const how = { cwd: folder, env: { ...environmentFrom(process.env), LC_ALL: 'C' }, ...user }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    {
      ...how,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const statements = [
    `create role ${OWNER} login createrole password '${options.ownerPassword}'`,
    `create database ${DATABASE} owner ${OWNER}`,
  ]
  execFileSync(join(bin, 'postgres'), ['--single', '-D', data, 'postgres'], {
    ...how,
    input: `${statements.join('\n')}\n`,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  for (const [name, text] of [
    ['server.crt', options.certificates.certificate],
    ['server.key', options.certificates.key],
  ] as const) {
    const path = join(data, name)
    writeFileSync(path, text, { mode: 0o600 })
    own(path)
  }
  const settings = { listen_addresses: '127.0.0.1', port: String(options.port), ssl: 'on', unix_socket_directories: '' }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(join(folder, 'postgres.log'), 'a')
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...how, stdio: ['ignore', log, log] })
  closeSync(log)
  const ended = once(server, 'exit')
  await untilReady(join(data, 'postmaster.pid'), server)
  const tls = `sslmode=verify-full&sslrootcert=${encodeURIComponent(options.certificates.authorityFile)}`
  return {
    url: (name, password) => `postgres://${name}:${password}@localhost:${options.port}/${DATABASE}?${tls}`,
    stop: async () => {
      server.kill('SIGINT')
      await ended
    },
  }
}

export const OWNER_NAME = OWNER

/** Its eighth line is the server's state. */
async function untilReady(pidFile: string, server: { exitCode: number | null }): Promise<void> {
  const deadline = performance.now() + READY_MS
  while (performance.now() < deadline && server.exitCode === null) {
    if (existsSync(pidFile) && readFileSync(pidFile, 'utf8').split('\n')[7]?.trim() === 'ready') return
    await sleep(50)
  }
  throw new Error('PostgreSQL does not start')
}

/** PostgreSQL does not run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'))
  if (line === undefined)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres: run the walk as somebody else.')
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
