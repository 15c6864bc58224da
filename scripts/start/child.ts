import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FOLLOW_STARTER, STARTER_VARIABLE } from './follow-starter.ts'
import type { Part } from './house.ts'

export type ChildOptions = {
  name: string
  entry: string
  args: readonly string[]
  env: Record<string, string>
  projectDir: string
  logFile: string
}

const STOP_TIMEOUT_MS = 20_000

/**
 * Starts a part of Coffer as a process of its own. TERM asks it to end in good order. It holds one end of a channel to
 * us and ends by itself when the channel closes; `follow-starter.ts` sees to it that it does not outlive a starter that
 * was killed. It stands in its own process group: Ctrl-C reaches only us, and we decide in which order the parts end.
 */
export function startChild(options: ChildOptions): Part {
  mkdirSync(dirname(options.logFile), { recursive: true })
  const log = openSync(options.logFile, 'w', 0o600)
  const entry = join(options.projectDir, options.entry)
  const child = spawn(process.execPath, ['--import', FOLLOW_STARTER, entry, ...options.args], {
    cwd: options.projectDir,
    env: { ...process.env, ...options.env, [STARTER_VARIABLE]: String(process.pid) },
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  })
  closeSync(log)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(timer)
  }
  return { name: options.name, ended, stop, kill: () => child.kill('SIGKILL') }
}

/** The end of a part's log, for the terminal when it broke. */
export function lastLines(logFile: string, count = 25): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-count).join('\n')
}

/** The remedy that a part named as it failed to start, from the last line of its log; null when it named none. */
export function fatalReason(logFile: string): string | null {
  try {
    const { level, reason, mistakes } = JSON.parse(lastLines(logFile, 1))
    return level === 'fatal' ? (reason ?? mistakes?.join('; ') ?? null) : null
  } catch {
    return null
  }
}
