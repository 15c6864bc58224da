import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { phase } from '../../scripts/run/phases.ts'
import { bareEnvironment } from './bare-environment.ts'
import { COFFER_PROGRAM } from './programs.ts'

export type Ran = { code: number; out: string; err: string }

/** Runs `coffer` as a process of its own, to its end. */
export function runCoffer(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ran> {
  const end = (resolve: (ran: Ran) => void) => {
    execFile(process.execPath, [COFFER_PROGRAM, ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  }
  return phase('command', () => new Promise(end))
}

/** The command line as processes of its own, on a database. `settings` are those of the process, beside what every test has. */
export function commandLine(t: TestContext, databaseUrl: string, settings: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-command-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const own = { COFFER_ENV: 'test', DATABASE_URL: databaseUrl, COFFER_DATA_DIR: folder }
  const env = { ...bareEnvironment(), ...own, ...settings }
  const coffer = (...args: string[]) => runCoffer(env, args)
  return {
    coffer,
    /** The result of a command, and how it ended. */
    json: async (...args: string[]) => {
      const { code, out, err } = await coffer(...args, '--json')
      assert.ok(out, err)
      return { code, ...JSON.parse(out) }
    },
    /** Text as it is, and anything else as JSON. */
    file: (name: string, content: unknown) => {
      const path = join(folder, name)
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
      return path
    },
  }
}
