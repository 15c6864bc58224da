import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bareEnvironment } from '../support/bare-environment.ts'

const READY_MS = 600_000
const STARTS_COUNT = 5

const running = new Set<ChildProcess>()

/** A process that is frozen does not see that we are gone. */
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type PartOptions = {
  name: string
  /** The path of its program. */
  entry: string
  env: Record<string, string>
  logFile: string
}

/** A process that can be killed and started again, as often as one likes. */
export class Part {
  readonly name: string
  readonly #options: PartOptions
  #child: ChildProcess | null = null
  #state: 'up' | 'starting' | 'frozen' | 'down' = 'down'
  #condemned = false
  ready: { url: string } | null = null
  /** Told of what it says once it is ready. */
  heard: (message: object) => void = () => {}
  /** How often it ended although nobody ended it. */
  fallsCount = 0

  constructor(options: PartOptions) {
    this.name = options.name
    this.#options = options
  }

  get isUp(): boolean {
    return this.#state === 'up'
  }

  /** Resolves when it runs; at once when it does. */
  async untilUp(): Promise<void> {
    while (!this.isUp) await sleep(20)
  }

  /** Resolves when it is ready. Rejects when it does not come up at all. */
  async start(): Promise<void> {
    if (this.#state !== 'down') return
    this.#state = 'starting'
    for (let tries = 1; ; tries++) {
      if (await this.tryToStart()) break
      if (tries === STARTS_COUNT) throw new Error(`${this.name} does not start; see ${this.#options.logFile}`)
      await sleep(200)
    }
    this.#state = 'up'
    this.#watch(this.#child)
  }

  #watch(child: ChildProcess | null): void {
    child?.once('exit', () => {
      if (!this.#condemned) this.fallsCount += 1
      this.#state = 'down'
    })
    if (child?.signalCode !== null || child.exitCode !== null) this.#state = 'down'
  }

  /** Starts it once; false when it ended before it was ready. */
  async tryToStart(): Promise<boolean> {
    const log = openSync(this.#options.logFile, 'a')
    const child = spawn(process.execPath, [this.#options.entry], {
      env: { ...bareEnvironment(), ...this.#options.env },
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    running.add(child)
    child.once('exit', () => running.delete(child))
    this.#child = child
    this.#condemned = false
    const timer = setTimeout(() => child.kill('SIGKILL'), READY_MS)
    const said = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)])
    clearTimeout(timer)
    child.on('message', (message: object) => this.heard(message))
    this.ready = (said?.[0] as { ready: { url: string } } | undefined)?.ready ?? null
    return this.ready !== null
  }

  /** Ends it as the machine would: nothing of it runs any more. */
  async kill(): Promise<void> {
    this.condemn()
    this.#child?.kill('SIGKILL')
    await this.ended()
  }

  /** Its end, from now on, is our doing. */
  condemn(): void {
    this.#condemned = true
  }

  /** Resolves when it is gone, by whatever hand. */
  async ended(): Promise<void> {
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  freeze(): void {
    this.#child?.kill('SIGSTOP')
    this.#state = 'frozen'
  }

  thaw(): void {
    this.#child?.kill('SIGCONT')
    if (this.#state === 'frozen') this.#state = 'up'
  }

  /** Ends it in good order. Resolves to its exit code. */
  async end(): Promise<number | null> {
    const child = this.#child
    if (!child || this.#state !== 'up') return null
    this.condemn()
    child.kill('SIGTERM')
    await this.ended()
    return child.exitCode
  }

  send(message: object): void {
    if (this.#child?.connected) this.#child.send(message, () => {})
  }
}
