import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { PROJECT_DIR } from '../../scripts/run/program.ts'

const PARTS = ['apps', 'bin', 'packages', 'scripts', 'service', 'package.json']
const NOT_COMMITTED = /\/(node_modules|dist|\.coffer)(\/|$)/

const WORKSPACES = ['apps', 'fixtures', 'packages', 'reference-operator', 'service', 'tests']
const BESIDE_THEM = ['bin', 'scripts', 'package.json', 'tsconfig.base.json', 'tsconfig.json', 'tsconfig.web.json']

/** The project with workspaces of its own, so that a change of one is seen by the others; packages from elsewhere are shared. Goes with the test. */
export function cloneOfWorkspaces(t: TestContext): string {
  const folder = copyOf(t, [...WORKSPACES, ...BESIDE_THEM])
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
export function freshClone(t: TestContext): string {
  const folder = copyOf(t, PARTS)
  symlinkSync(join(PROJECT_DIR, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function copyOf(t: TestContext, parts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-clone-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of parts) {
    cpSync(join(PROJECT_DIR, part), join(folder, part), {
      recursive: true,
      filter: (path) => !NOT_COMMITTED.test(path.slice(PROJECT_DIR.length)),
    })
  }
  return folder
}
