import { sql } from 'kysely'
import type { Clock } from '../kernel/index.ts'
import type { Tx } from './database.ts'

/** How far our clock is from the database's, in milliseconds; half the round trip is on nobody's account. */
export async function clockSkewMs(tx: Tx, clock: Clock): Promise<number> {
  const before = clock.now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  const after = clock.now().getTime()
  const at = rows[0]?.at.getTime() ?? Number.NaN
  return Math.max(0, Math.abs(at - (before + after) / 2) - (after - before) / 2)
}
