import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What the room takes from this machine, read when it is built and written nowhere in the project. */
export type Machine = {
  suite: string
  mirror: string
  node: string
  npm: string
  npmSettings: string
  certificates: string
}

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** Settings that say where packages come from; everything else in the room is as npm ships it. */
const NPM_NAMES = ['registry', 'proxy', 'https-proxy', 'noproxy', 'cafile', 'strict-ssl']

export function readMachine(): Machine {
  const suite = suiteOf(readFileSync('/etc/os-release', 'utf8'))
  const node = findProgram('node')
  return {
    suite,
    mirror: mirrorOf(suite),
    node,
    npm: join(run(findProgram('npm'), ['root', '--global']), 'npm'),
    npmSettings: npmSettings(),
    certificates: CERTIFICATES,
  }
}

function suiteOf(release: string): string {
  const suite = /^VERSION_CODENAME=(.+)$/m.exec(release)?.[1]
  if (suite && /^ID=debian$/m.test(release)) return suite
  throw new Error('The clean room is a Debian made from the apt settings of a Debian; this machine is another system.')
}

/** The first place that apt fetches this suite's main packages from. */
function mirrorOf(suite: string): string {
  const lines = run('apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI) $(RELEASE) $(COMPONENT)',
    'Identifier: Packages',
  ])
  const found = lines
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, release, part]) => release === suite && part === 'main')
  if (found?.[0]) return found[0]
  throw new Error(`The apt settings name no place for ${suite}; run apt-get update first.`)
}

function npmSettings(): string {
  const values = NPM_NAMES.map((name) => [name, run(findProgram('npm'), ['config', 'get', name])] as const)
  return values
    .flatMap(([name, value]) =>
      value === 'null' || value === 'undefined' || value === '' ? [] : [`${name}=${value}\n`],
    )
    .join('')
}

/** npm puts the pinned Node first in the path; the room gets what this machine had before. */
const FOLDERS = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))

function findProgram(name: string): string {
  const path = FOLDERS.map((folder) => join(folder, name)).find(isProgram)
  if (path === undefined) throw new Error(`The clean room needs this machine's own ${name}, and its path has none.`)
  return path
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return existsSync(path)
  } catch {
    return false
  }
}

/** Without what npm told us about this project, which would be its answers too. */
function run(program: string, args: readonly string[]): string {
  const ours = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))
  const env = { ...Object.fromEntries(ours), PATH: FOLDERS.join(delimiter) }
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd: '/', env }).trim()
}
