import type { Clock } from '../kernel/index.ts'

/** Finds what stands under many keys, with one question. */
export type FindMany<T> = (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>

/** Who asks: from which address, and whether the key was found a moment ago. */
export type Asker = { address: string; wasFound: boolean }

/**
 * Looks keys up together: those that come within a pause share one question, one question at a time. Answers null for a key that
 * nothing stands under, and `full` at once when the next question has no place for it: an address takes no more places than it leaves to
 * others. What was found a moment ago always has one.
 */
export function lookTogether<T>(
  { clock }: { clock: Clock },
  { pauseMs, mostCount }: { pauseMs: number; mostCount: number },
  find: FindMany<T>,
): (key: string, asker: Asker) => Promise<T | null | 'full'> {
  let next: { keys: Set<string>; takenCounts: Map<string, number>; found: Promise<ReadonlyMap<string, T>> } | null =
    null
  let last: Promise<unknown> = Promise.resolve()
  const ask = () => {
    const keys = new Set<string>()
    const found = Promise.all([last.catch(ignoreOthers), clock.sleep(pauseMs)]).then(() => {
      next = null
      return find([...keys])
    })
    last = found
    return { keys, takenCounts: new Map<string, number>(), found }
  }
  return async (key, { address, wasFound }) => {
    next ??= ask()
    const { keys, takenCounts } = next
    const takenCount = takenCounts.get(address) ?? 0
    if (!keys.has(key) && !wasFound && takenCount >= mostCount - keys.size) return 'full'
    if (!keys.has(key)) takenCounts.set(address, takenCount + 1)
    keys.add(key)
    return (await next.found).get(key) ?? null
  }
}

/** Whoever asked that question hears of its failure. */
function ignoreOthers(): void {}
