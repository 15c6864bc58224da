import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { PROJECT_DIR } from '../../scripts/run/program.ts'

const PARTS = ['apps', 'bin', 'packages', 'scripts', 'service', 'package.json']
const NOT_COMMITTED = /\/(node_modules|dist|\.coffer)(\/|$)/

/** The project as somebody has it who has just cloned it and run `npm ci`: nothing is built. Goes with the test. */
export function freshClone(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-clone-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of PARTS) {
    cpSync(join(PROJECT_DIR, part), join(folder, part), {
      recursive: true,
      filter: (path) => !NOT_COMMITTED.test(path.slice(PROJECT_DIR.length)),
    })
  }
  symlinkSync(join(PROJECT_DIR, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
