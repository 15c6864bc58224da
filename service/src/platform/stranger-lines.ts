import { seconds } from '../kernel/index.ts'
import type { Context } from './context.ts'

type Lines = { leftCount: number; atMs: number; skippedCount: number }
type Logging = Pick<Context, 'clock' | 'limits' | 'log'>

const lines = new WeakMap<object, Lines>()

/**
 * Writes a line about a request of nobody known, as long as there are not too many of them: else a stranger fills the disk at no cost.
 * What got no line is counted, and told before the next one that does.
 */
export function strangerLine(ctx: Logging, write: () => void): void {
  const own = refilled(ctx, lines.get(ctx.log))
  lines.set(ctx.log, own)
  if (own.leftCount < 1) {
    own.skippedCount += 1
    return
  }
  own.leftCount -= 1
  if (own.skippedCount > 0) ctx.log.warn({ count: own.skippedCount }, 'requests of strangers that got no line')
  own.skippedCount = 0
  write()
}

function refilled({ clock, limits }: Logging, known: Lines | undefined): Lines {
  const atMs = clock.mono()
  if (!known) return { leftCount: limits.strangerLinesCount, atMs, skippedCount: 0 }
  const back = ((atMs - known.atMs) * limits.strangerLinesPerSecondCount) / seconds(1)
  return { ...known, leftCount: Math.min(limits.strangerLinesCount, known.leftCount + back), atMs }
}
