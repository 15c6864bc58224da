/** So many of something at once; who finds none free waits for its turn. */
export type Slots = {
  take(): Promise<void>
  /** Takes one when it is free right now. */
  tryTake(): boolean
  release(): void
}

export function makeSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const tryTake = () => {
    if (free === 0) return false
    free -= 1
    return true
  }
  return {
    tryTake,
    take: async () => {
      if (!tryTake()) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    release: () => {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }
}

/** Does work in one of the slots, which it waits for. */
export async function withSlot<T>(slots: Slots, work: () => Promise<T>): Promise<T> {
  await slots.take()
  try {
    return await work()
  } finally {
    slots.release()
  }
}
