import { type Readiness, unbuiltWords } from './http/index.ts'
import { type Context, clockSkewMs, pendingMigrations } from './platform/index.ts'
import { masterKeyFault } from './sealing/index.ts'

/**
 * The reasons not to be ready: going away, pages that were never built, a database that is behind or gone, a clock that is not the
 * database's, and a master key that is not the database's, which may come to be so while the process runs.
 */
export function makeReadiness(
  ctx: Context,
  databaseUrl: string,
  isStopping: () => boolean,
  version: Readiness['version'],
): Readiness {
  let migrated = false
  let isBuilt = false
  const ofPages = async () => {
    const words = isBuilt ? null : await unbuiltWords()
    isBuilt = words === null
    return words === null ? [] : [words]
  }
  const ofDatabase = async () => {
    try {
      return await inTime(ctx, async () => {
        migrated ||= (await pendingMigrations(databaseUrl)).length === 0
        const skewMs = await clockSkewMs(ctx)
        const keyFault = migrated ? await masterKeyFault(ctx) : null
        return [
          ...(migrated ? [] : ['migrations are pending']),
          ...(skewMs <= ctx.limits.clockSkewMs ? [] : [`the clock is ${Math.round(skewMs)} ms off the database's`]),
          ...(keyFault === null ? [] : [keyFault]),
        ]
      })
    } catch (error) {
      ctx.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the database does not answer')
      return ['the database does not answer']
    }
  }
  return {
    version,
    obstacles: async () => (isStopping() ? ['shutting down'] : (await Promise.all([ofPages(), ofDatabase()])).flat()),
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
