import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export const CLIENTS = 16
const THREADS = 2
/** Where packages of PostgreSQL put their programs, each version in a folder of its own. */
const PACKAGED = ['/usr/lib/postgresql', '/usr/local/pgsql', '/opt/homebrew/opt']

/** The machine's own pgbench: the embedded PostgreSQL has none. Null where there is none. */
export function findPgbench(): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const packaged = PACKAGED.filter((folder) => existsSync(folder)).flatMap((folder) => [
    join(folder, 'bin'),
    ...readdirSync(folder).map((name) => join(folder, name, 'bin')),
  ])
  return [...onPath, ...packaged].map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path)) ?? null
}

/** Makes its tables beside those of the service, with so many branches, each a row that every one of its transactions changes. */
export function preparePgbench(program: string, databaseUrl: string, branches: number): void {
  execFileSync(program, ['--initialize', '--quiet', `--scale=${branches}`, databaseUrl], {
    env: { PATH: process.env.PATH },
    stdio: 'ignore',
  })
}

/** Transactions in a second over one window. */
export async function runPgbench(program: string, databaseUrl: string, seconds: number): Promise<number> {
  const options = ['--no-vacuum', '--protocol=prepared', `--client=${CLIENTS}`, `--jobs=${THREADS}`]
  const time = `--time=${Math.max(1, Math.round(seconds))}`
  const { stdout } = await promisify(execFile)(program, [...options, time, databaseUrl], {
    env: { PATH: process.env.PATH },
  })
  const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(rate > 0)) throw new Error(`pgbench said no rate: ${stdout}`)
  return rate
}
