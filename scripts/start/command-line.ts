import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
    const { stdout } = await run(process.execPath, [entry, ...args, '--json'], { cwd: settings.projectDir, env })
    return stdout.trim() === '' ? undefined : JSON.parse(stdout)
  }
}
