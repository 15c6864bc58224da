import type { Points } from '@coffer/service/kernel'

/** Named points at which nobody goes on while they are closed. */
export type Holds = {
  /** For the context whose flows pass them. */
  points: Points
  close(name: string): void
  /** Until so many stand there. */
  until(name: string, count: number): Promise<void>
  /** All who stand there go on in one turn, in the order in which they came. */
  open(name: string): void
}

type Closed = { standing: (() => void)[]; awaited: { count: number; resolve(): void }[] }

export function makeHolds(): Holds {
  const closed = new Map<string, Closed>()
  return {
    points: {
      at: async (name) => {
        const door = closed.get(name)
        if (!door) return
        const { promise, resolve } = Promise.withResolvers<void>()
        door.standing.push(resolve)
        for (const one of door.awaited) if (door.standing.length >= one.count) one.resolve()
        await promise
      },
    },
    close: (name) => {
      closed.set(name, { standing: [], awaited: [] })
    },
    until: async (name, count) => {
      const door = closed.get(name)
      if (!door || door.standing.length >= count) return
      const { promise, resolve } = Promise.withResolvers<void>()
      door.awaited.push({ count, resolve })
      await promise
    },
    open: (name) => {
      const door = closed.get(name)
      closed.delete(name)
      for (const goOn of door?.standing ?? []) goOn()
    },
  }
}
