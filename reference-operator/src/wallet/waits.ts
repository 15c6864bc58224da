import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

const MS_OF_A_SECOND = 1000

/** The waits of faults. They belong to the wallet and not to a connection, so they go on when the caller has gone. */
export class Waits {
  readonly #unitMs: number
  readonly #open = new Map<NodeJS.Timeout, () => void>()

  /** `unitMs`: how long a second of a fault takes here, in milliseconds. */
  constructor(unitMs: number) {
    this.#unitMs = unitMs
  }

  /** Milliseconds that a time of a fault really takes. */
  real(ms: number): number {
    return (ms * this.#unitMs) / MS_OF_A_SECOND
  }

  pass(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#open.delete(timer)
        resolve()
      }
      const timer = setTimeout(end, this.real(ms))
      this.#open.set(timer, end)
    })
  }

  /** Ends every wait at once. Resolves to their number when whoever waited has gone on. */
  async endAll(): Promise<number> {
    const ends = [...this.#open.values()]
    for (const end of ends) end()
    await turnOfTheLoop()
    return ends.length
  }

  /** Forgets whoever waits, as the end of a process does. */
  cancel(): void {
    for (const timer of this.#open.keys()) clearTimeout(timer)
    this.#open.clear()
  }
}
