/** How to end what has been started. All is ended, the last first, whatever fails on the way; again ends nothing. */
export class Endings {
  readonly #ends: (() => unknown)[] = []

  add(end: () => unknown): void {
    this.#ends.push(end)
  }

  async run(): Promise<void> {
    const faults: unknown[] = []
    for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) {
      try {
        await end()
      } catch (error) {
        faults.push(error)
      }
    }
    if (faults.length > 0)
      throw faults.length === 1 ? faults[0] : new AggregateError(faults, 'not all of it ended well')
  }
}

/** Starts several things. When that fails half-way, it ends what runs by then, and fails with what went wrong first. */
export async function startAll<T>(start: (endings: Endings) => Promise<T>): Promise<T> {
  const endings = new Endings()
  try {
    return await start(endings)
  } catch (error) {
    await endings.run().catch((fault: unknown) => console.error(fault))
    throw error
  }
}
