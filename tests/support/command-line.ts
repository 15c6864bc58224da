import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { TestContext } from 'node:test'
import type { Terminal } from '../../service/src/cli/command.ts'
import { runCommandLine } from '../../service/src/cli/run.ts'
import { bareEnvironment } from './bare-environment.ts'
import { COFFER_PROGRAM } from './programs.ts'

export type Ran = { code: number; out: string; err: string }

/**
 * Runs a command of `coffer` to its end, in this process and as a process would run it: a process of its own takes longer to start than
 * nearly every command to answer.
 */
export async function runCoffer(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ran> {
  const [stdout, stderr] = [new Written(), new Written()]
  const terminal: Terminal = { argv: [process.execPath, COFFER_PROGRAM, ...args], env, stdout, stderr }
  await runCommandLine(terminal)
  return { code: Number(terminal.exitCode ?? 0), out: stdout.text(), err: stderr.text() }
}

/** The same as a process of its own. */
export function spawnCoffer(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COFFER_PROGRAM, ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

/** What was written to it, as text. */
class Written extends Writable {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}

/** The command line on a database. `settings` are those of its environment, beside what every test has. */
export function commandLine(t: TestContext, databaseUrl: string, settings: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-command-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const own = { COFFER_ENV: 'test', DATABASE_URL: databaseUrl, COFFER_DATA_DIR: folder }
  const env = { ...bareEnvironment(), ...own, ...settings }
  const coffer = (...args: string[]) => runCoffer(env, args)
  return {
    env,
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
