import { sql } from 'kysely'
import type { Readiness } from './http/index.ts'
import { type Context, pendingMigrations } from './platform/index.ts'

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
        migrated ||= (await pendingMigrations(databaseUrl)).length === 0
        const skewMs = await clockSkewMs(ctx)
        return [
          ...(migrated ? [] : ['migrations are pending']),
          ...(skewMs <= ctx.limits.clockSkewMs ? [] : [`the clock is ${Math.round(skewMs)} ms off the database's`]),
        ]
      } catch (error) {
        ctx.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the database does not answer')
        return ['the database does not answer']
      }
    },
  }
}

/** How far our clock is from the database's, in milliseconds; half the round trip is on nobody's account. */
async function clockSkewMs(ctx: Context): Promise<number> {
  const before = ctx.clock.now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(ctx.db.jobs)
  const after = ctx.clock.now().getTime()
  const at = rows[0]?.at.getTime() ?? Number.NaN
  return Math.max(0, Math.abs(at - (before + after) / 2) - (after - before) / 2)
}
