import type { Clock } from '../kernel/index.ts'

/** Finds what stands under many keys, with one question. */
export type FindMany<T> = (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>

/**
 * Looks keys up together: those that come within a pause share one question, one question at a time. Answers null for a key that
 * nothing stands under, and `full` at once when the next question has as many keys as it may have.
 */
export function lookTogether<T>(
  { clock }: { clock: Clock },
  { pauseMs, mostCount }: { pauseMs: number; mostCount: number },
  find: FindMany<T>,
): (key: string) => Promise<T | null | 'full'> {
  let next: { keys: Set<string>; found: Promise<ReadonlyMap<string, T>> } | null = null
  let last: Promise<unknown> = Promise.resolve()
  const ask = () => {
    const keys = new Set<string>()
    const found = Promise.all([last.catch(ignoreOthers), clock.sleep(pauseMs)]).then(() => {
      next = null
      return find([...keys])
    })
    last = found
    return { keys, found }
  }
  return async (key) => {
    next ??= ask()
    if (!next.keys.has(key) && next.keys.size >= mostCount) return 'full'
    next.keys.add(key)
    return (await next.found).get(key) ?? null
  }
}

/** Whoever asked that question hears of its failure. */
function ignoreOthers(): void {}
