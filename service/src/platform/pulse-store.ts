import { sql } from 'kysely'
import type { Clock } from '../kernel/index.ts'
import { type ClockSkew, clockSkew } from './clock-skew.ts'
import type { Database } from './database.ts'

/** Rows that processes write their pulses to. */
const PLACES_COUNT = 64

type ProcessPulsesTable = { place: number; beat_at_ms: number }

declare module './database.ts' {
  interface Tables {
    process_pulses: ProcessPulsesTable
  }
}

/** Generated rows, more than fit into the memory that a connection of the pulse has for them: they go to a file on the disk, and with it. */
const ROOM_COUNT = 10_000

/**
 * Does what every change needs: takes new room on the disk, and writes a row that is in the log when it is committed. Returns how far
 * our clock is from the database's. On a connection of its own, which no request and no loop can use up. Throws what a change would meet.
 */
export async function upsertPulse(db: Database, clock: Clock): Promise<ClockSkew> {
  return db.pulse.connection().execute(async (connection) => {
    const at = sql.lit(clock.now().getTime())
    await sql`
      select count(*) from generate_series(1, ${sql.lit(ROOM_COUNT)});
      insert into process_pulses values (pg_backend_pid() % ${sql.lit(PLACES_COUNT)}, ${at})
        on conflict (place) do update set beat_at_ms = excluded.beat_at_ms`.execute(connection)
    return clockSkew(connection, clock)
  })
}
