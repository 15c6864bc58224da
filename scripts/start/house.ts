/** One running part: the database, the service, the reference operator. */
export type Part = {
  name: string
  /** Resolves with the reason when it has ended, asked or not. */
  ended: Promise<string>
  /** Ends it in good order. */
  stop(): Promise<unknown>
  /** Ends it at once. */
  kill(): void
}

export type House = {
  add(part: Part): void
  /** Resolves when a part ends before it was asked to. */
  broken: Promise<{ name: string; reason: string }>
  /** Stops every part, the last one first, so that nothing loses what it stands on. */
  stop(): Promise<void>
  kill(): void
}

/** Everything that runs, from the ground up. */
export function emptyHouse(): House {
  const parts: Part[] = []
  const broken = Promise.withResolvers<{ name: string; reason: string }>()
  let stopping = false
  return {
    broken: broken.promise,
    add: (part) => {
      parts.push(part)
      void part.ended.then((reason) => {
        if (!stopping) broken.resolve({ name: part.name, reason })
      })
    },
    stop: async () => {
      stopping = true
      for (const part of parts.toReversed()) await part.stop()
    },
    kill: () => {
      stopping = true
      for (const part of parts.toReversed()) part.kill()
    },
  }
}
