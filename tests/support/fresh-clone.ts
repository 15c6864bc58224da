import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../scripts/run/program.ts'

/** A test, or a file of tests: what calls `remove` when it has ended. */
type Owner = { after(remove: () => void): unknown }

const PARTS = ['apps', 'bin', 'packages', 'scripts', 'service', 'package.json']
const NOT_COMMITTED = /\/(node_modules|dist|\.coffer)(\/|$)/

const WORKSPACES = ['apps', 'fixtures', 'packages', 'reference-operator', 'service', 'tests']
const BESIDE_THEM = [
  ...['.gitignore', 'bin', 'scripts', 'package.json'],
  ...['tsconfig.base.json', 'tsconfig.json', 'tsconfig.web.json'],
]

/** The project with workspaces of its own, so that a change of one is seen by the others; packages from elsewhere are shared. Goes with the test. */
export function cloneOfWorkspaces(t: Owner): string {
  const folder = copyOf(t, [...WORKSPACES, ...BESIDE_THEM])
  shareBrowser(folder)
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@coffer'), { recursive: true })
  for (const name of readdirSync(join(PROJECT_DIR, 'node_modules'))) {
    if (name !== '@coffer') symlinkSync(join(PROJECT_DIR, 'node_modules', name), join(modules, name))
  }
  for (const name of readdirSync(join(PROJECT_DIR, 'node_modules/@coffer'))) {
    symlinkSync(readlinkSync(join(PROJECT_DIR, 'node_modules/@coffer', name)), join(modules, '@coffer', name))
  }
  return folder
}

/** The project as somebody has it who has just cloned it and run `npm ci`: nothing is built. Goes with the test. */
export function freshClone(t: Owner): string {
  const folder = copyOf(t, PARTS)
  symlinkSync(join(PROJECT_DIR, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** What is unpacked for a browser is large, and the same in each copy. */
function shareBrowser(folder: string): void {
  const unpacked = join(PROJECT_DIR, '.coffer/browser')
  if (!existsSync(unpacked)) return
  mkdirSync(join(folder, '.coffer'))
  symlinkSync(unpacked, join(folder, '.coffer/browser'))
}

/** Copies that are left when the process ends early go with it. */
const copies = new Set<string>()
process.once('exit', () => copies.forEach(removeCopy))

function removeCopy(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  copies.delete(folder)
}

function copyOf(t: Owner, parts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-clone-'))
  copies.add(folder)
  t.after(() => removeCopy(folder))
  for (const part of parts) {
    cpSync(join(PROJECT_DIR, part), join(folder, part), {
      recursive: true,
      filter: (path) => !NOT_COMMITTED.test(path.slice(PROJECT_DIR.length)),
    })
  }
  return folder
}
