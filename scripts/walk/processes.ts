import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const READY_MS = 60_000
/** What the guide says a supervisor should wait before it ends a process by force. */
const STOP_MS = 30_000

export type Environment = Record<string, string>

/** Runs a program in the room to its end. Throws with what it said when it fails. */
export async function runIn(room: string, env: Environment, command: string, ...args: string[]): Promise<string> {
  const options = { cwd: room, env, maxBuffer: 100_000_000 }
  return run(command, args, options).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string; message: string }) => {
      throw new Error(`${[command, ...args].join(' ')}\n${error.stderr || error.stdout || error.message}`)
    },
  )
}

/** A command of `coffer` and what it answers. */
export async function coffer<T = unknown>(room: string, env: Environment, ...args: string[]): Promise<T> {
  return JSON.parse(await runIn(room, env, join(room, 'bin/coffer'), ...args, '--json')) as T
}

/** One process of the service, which can be stopped and started again. */
export class ServiceProcess {
  readonly url: string
  readonly #start: () => ChildProcess
  readonly #logFile: string
  #child: ChildProcess | null = null

  constructor(room: string, env: Environment, { port, logFile }: { port: number; logFile: string }) {
    this.url = `http://127.0.0.1:${port}`
    this.#logFile = logFile
    this.#start = () => {
      const log = openSync(logFile, 'a')
      const options = { cwd: room, env: { ...env, PORT: String(port) } }
      const child = spawn(join(room, 'bin/coffer'), ['serve'], { ...options, stdio: ['ignore', log, log] })
      closeSync(log)
      return child
    }
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    const child = this.#start()
    this.#child = child
    const deadline = performance.now() + READY_MS
    for (;;) {
      const said = await fetch(`${this.url}/readyz`).then(
        async (answer) => ({ ok: answer.ok, text: await answer.text() }),
        (error: Error) => ({ ok: false, text: error.message }),
      )
      if (said.ok) return
      if (child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`a process is not ready: ${said.text}\n${this.lastLines()}`)
      }
      await sleep(100)
    }
  }

  /** Asks it to end, and waits for it. Throws when it takes longer than a supervisor waits, or does not end well. */
  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null) return
    child.kill('SIGTERM')
    const ended = once(child, 'exit')
    const code = await Promise.race([
      ended.then(([code]) => code as number),
      sleep(STOP_MS, 'too slow', { ref: false }),
    ])
    if (code !== 0) throw new Error(`a process did not end well (${code})\n${this.lastLines()}`)
    this.#child = null
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  lastLines(): string {
    return readFileSync(this.#logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
  }
}
