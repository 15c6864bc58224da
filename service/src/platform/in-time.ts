import type { Context } from './context.ts'

/** What `ask` finds of the database. Whoever probes waits for a few seconds only: silence is told as silence before that. */
export async function inTime<T>(ctx: Pick<Context, 'clock' | 'limits'>, ask: () => Promise<T>): Promise<T> {
  const answered = new AbortController()
  const tooLate = ctx.clock.sleep(ctx.limits.readyMs, answered.signal).then(() => {
    throw Object.assign(new Error(`no answer within ${ctx.limits.readyMs} ms`), { code: 'ETIMEDOUT' })
  })
  try {
    return await Promise.race([ask(), tooLate])
  } finally {
    answered.abort()
  }
}
