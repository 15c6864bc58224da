import type { Context } from './context.ts'
import { isDatabaseGone } from './database-gone.ts'

/** Logs what failed and nobody hears of. That the database cannot serve is told once, by who watches it. */
export function reportFailure(ctx: Pick<Context, 'log'>, error: unknown, about: object, words: string): void {
  if (!isDatabaseGone(error)) ctx.log.error({ err: error, ...about }, words)
}
