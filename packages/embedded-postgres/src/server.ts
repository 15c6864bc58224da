import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { asDatabaseUser, dataFolder } from './cluster.ts'
import { binary, type Place } from './place.ts'
import { MachineProblem } from './problem.ts'

/** How a server ends: `fast` breaks off what its clients do, `immediate` is a crash. */
export type ServerStopMode = 'fast' | 'immediate'

export type Server = { port: number; pid: number; ended: Promise<string>; stop(mode: ServerStopMode): Promise<void> }

const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = { fast: 30_000, immediate: 10_000 }
const STOP_SIGNAL = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
const PORT_ATTEMPTS_COUNT = 5
const LOG_BYTES = 10_000_000

/** Starts the server on a free port of this machine's loopback address and waits until it takes connections. */
export async function startServer(place: Place, settings: Record<string, string>): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const before = logBytes(place)
    const child = launch(place, { ...settings, listen_addresses: '127.0.0.1', port: String(port) })
    const server = await untilReady(place, child, port)
    if (server) return server
    const said = textSince(place, before)
    // Another process may take the port between the moment it was found free and the start.
    if (attempt === PORT_ATTEMPTS_COUNT || !/could not (bind|create any TCP)/.test(said)) {
      const reason = /\b(?:FATAL|PANIC): +(.*)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1)
      throw new MachineProblem(
        `PostgreSQL did not start: ${reason}. Its log is ${logFile(place)}. Mend that, or begin with an empty data folder: COFFER_DATA_DIR=FOLDER.`,
      )
    }
  }
}

function launch(place: Place, settings: Record<string, string>): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [...tiedToParent(), binary(place.binaries, 'postgres'), '-D', dataFolder(place), ...options]
  const log = openLog(place)
  try {
    return spawn(command[0] as string, command.slice(1), {
      ...asDatabaseUser(place),
      // Its own session: Ctrl-C reaches the whole foreground group, and the database must outlive its clients.
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
}

/**
 * Lets the kernel stop the database when we are killed. It is set after the user was changed, which would clear it,
 * and it counts the thread that starts the server as the parent.
 */
function tiedToParent(): string[] {
  const prefix = ['setpriv', '--pdeathsig', 'INT', '--']
  const probe = spawnSync(prefix[0] as string, [...prefix.slice(1), 'true'], { stdio: 'ignore' })
  return probe.status === 0 ? prefix : []
}

async function untilReady(place: Place, child: ChildProcess, port: number): Promise<Server | undefined> {
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  let running = true
  void ended.then(() => {
    running = false
  })
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (running && performance.now() < deadline) {
    const pid = child.pid as number
    if (isReady(place, pid)) return { port, pid, ended, stop: (mode) => stop(child, ended, mode) }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  child.kill('SIGKILL')
  return undefined
}

/** The server writes its state into the eighth line of postmaster.pid. */
function isReady(place: Place, pid: number): boolean {
  const path = join(dataFolder(place), 'postmaster.pid')
  if (!existsSync(path)) return false
  const lines = readFileSync(path, 'utf8').split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

async function stop(child: ChildProcess, ended: Promise<string>, mode: ServerStopMode): Promise<void> {
  for (const step of mode === 'immediate' ? (['immediate'] as const) : ([mode, 'immediate'] as const)) {
    child.kill(STOP_SIGNAL[step])
    const timer = new AbortController()
    const late = new Promise<'late'>((resolve) => {
      const timeout = setTimeout(() => resolve('late'), STOP_TIMEOUT_MS[step])
      timer.signal.addEventListener('abort', () => clearTimeout(timeout))
    })
    const outcome = await Promise.race([ended, late])
    timer.abort()
    if (outcome !== 'late') return
  }
  child.kill('SIGKILL')
  await ended
}

function logFile(place: Place): string {
  return join(place.directory, 'postgres.log')
}

function openLog(place: Place): number {
  return openSync(logFile(place), logBytes(place) === 0 ? 'w' : 'a', 0o600)
}

/** How much of the log is kept: a log that has grown too long begins again. */
function logBytes(place: Place): number {
  const size = statSync(logFile(place), { throwIfNoEntry: false })?.size ?? 0
  return size > LOG_BYTES ? 0 : size
}

function textSince(place: Place, bytes: number): string {
  return readFileSync(logFile(place)).subarray(bytes).toString()
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
