import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

/** Acts after so many milliseconds, unless the function that it returns was called before. */
export type After = (ms: number, act: () => void) => () => void

/** By the machine's own timers. */
export const systemAfter: After = (ms, act) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** Waits of the wallet. They belong to it and not to a connection, so they go on when the caller has gone. */
export class Waits {
  readonly #after: After
  /** What ends each, and what cancels its timer. */
  readonly #open = new Map<() => void, () => void>()

  constructor(after: After) {
    this.#after = after
  }

  pass(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#open.get(end)?.()
        this.#open.delete(end)
        resolve()
      }
      this.#open.set(end, this.#after(ms, end))
    })
  }

  /** Ends every wait at once. Resolves to their number when whoever waited has gone on. */
  async endAll(): Promise<number> {
    const ends = [...this.#open.keys()]
    for (const end of ends) end()
    await turnOfTheLoop()
    return ends.length
  }

  /** Forgets whoever waits, as the end of a process does. */
  cancel(): void {
    for (const cancel of this.#open.values()) cancel()
    this.#open.clear()
  }
}
