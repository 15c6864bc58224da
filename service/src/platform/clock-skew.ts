import { sql } from 'kysely'
import type { Context } from './context.ts'

/** How far our clock is from the database's, in milliseconds; half the round trip is on nobody's account. */
export async function clockSkewMs(ctx: Context): Promise<number> {
  const before = ctx.clock.now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(ctx.db.jobs)
  const after = ctx.clock.now().getTime()
  const at = rows[0]?.at.getTime() ?? Number.NaN
  return Math.max(0, Math.abs(at - (before + after) / 2) - (after - before) / 2)
}
