import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Problem } from './problem.ts'
import { SERVICE_ENTRY, type StartSettings } from './settings.ts'

const run = promisify(execFile)

/** A command of `coffer`, and what it answers. */
export type Coffer = (...args: string[]) => Promise<unknown>

/** The commands that an integrator would use. */
export function commandLine(settings: StartSettings, databaseUrl: string): Coffer {
  const { dataDir, baseUrl } = settings
  const env = { ...process.env, DATABASE_URL: databaseUrl, COFFER_DATA_DIR: dataDir, COFFER_BASE_URL: baseUrl }
  const entry = join(settings.projectDir, SERVICE_ENTRY)
  return async (...args) => {
    const running = run(process.execPath, [entry, ...args, '--json'], { cwd: settings.projectDir, env })
    const { stdout } = await running.catch((error: unknown) => {
      throw refusalOf(args, error)
    })
    return stdout.trim() === '' ? undefined : JSON.parse(stdout)
  }
}

/** What a command said as it failed, as a Problem; the error itself when it said nothing that can be read. */
function refusalOf(args: readonly string[], error: unknown): unknown {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : ''
  try {
    return new Problem(`coffer ${args.slice(0, 2).join(' ')}: ${JSON.parse(said ?? '').error.message}`)
  } catch {
    return error
  }
}
