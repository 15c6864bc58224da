import type { Readiness } from './http/index.ts'
import { type Context, clockSkewMs, pendingMigrations } from './platform/index.ts'

/** The three reasons not to be ready: going away, a database that is behind or gone, and a clock that is not the database's. */
export function makeReadiness(
  ctx: Context,
  databaseUrl: string,
  isStopping: () => boolean,
  version: Readiness['version'],
): Readiness {
  let migrated = false
  return {
    version,
    obstacles: async () => {
      if (isStopping()) return ['shutting down']
      try {
        return await inTime(ctx, async () => {
          migrated ||= (await pendingMigrations(databaseUrl)).length === 0
          const skewMs = await clockSkewMs(ctx)
          return [
            ...(migrated ? [] : ['migrations are pending']),
            ...(skewMs <= ctx.limits.clockSkewMs ? [] : [`the clock is ${Math.round(skewMs)} ms off the database's`]),
          ]
        })
      } catch (error) {
        ctx.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the database does not answer')
        return ['the database does not answer']
      }
    },
  }
}

/** Whoever probes waits for a few seconds only: silence is told as silence before that. */
async function inTime<T>(ctx: Context, ask: () => Promise<T>): Promise<T> {
  const answered = new AbortController()
  const tooLate = ctx.clock.sleep(ctx.limits.readyMs, answered.signal).then(() => {
    throw new Error(`no answer within ${ctx.limits.readyMs} ms`)
  })
  try {
    return await Promise.race([ask(), tooLate])
  } finally {
    answered.abort()
  }
}
