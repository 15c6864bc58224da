import { sql } from 'kysely'
import type { Owner } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'

/** Up to where an operator's feed is told. */
type HistoryHeadsTable = {
  operator_id: number
  last_position: number
  /** No further entry is recorded before this. */
  recorded_until: Date
}

declare module '../platform/database.ts' {
  interface Tables {
    history_heads: HistoryHeadsTable
  }
}

export type Head = { lastPosition: number; recordedUntil: Date }

/** Locks the head of a feed, moved on to `now`; the clock of another process may have moved it further already. */
export async function lockHead(tx: Tx, operatorId: number, now: Date): Promise<Head> {
  const head = await tx
    .insertInto('history_heads')
    .values({ operator_id: operatorId, last_position: 0, recorded_until: now })
    .onConflict((conflict) =>
      conflict
        .column('operator_id')
        .doUpdateSet({ recorded_until: sql`greatest(history_heads.recorded_until, excluded.recorded_until)` }),
    )
    .returning(['last_position', 'recorded_until'])
    .executeTakeFirstOrThrow()
  return { lastPosition: head.last_position, recordedUntil: head.recorded_until }
}

/**
 * Gives up to `count` entries that are committed and have no place the next ones, under the head's lock. Returns how many. A statement of
 * its own, as one that waited for the lock would not see what was committed meanwhile.
 */
export async function updatePlaces(tx: Tx, operatorId: number, head: Head, count: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with placed as (
      update history_entries h set position = ${head.lastPosition} + fresh.nth, recorded_at = ${head.recordedUntil}
      from (
        select entry_id, row_number() over (order by entry_id) as nth from history_entries
        where operator_id = ${operatorId} and position is null
        order by entry_id limit ${count}
      ) fresh
      where h.operator_id = ${operatorId} and h.entry_id = fresh.entry_id
      returning h.entry_id
    ), moved as (
      update history_heads set last_position = last_position + (select count(*) from placed)
      where operator_id = ${operatorId} and exists (select from placed)
    )
    select count(*) as count from placed`.execute(tx)
  return rows[0]!.count
}

/** The last place of a feed, and whether an entry of a player still waits for one: as of one moment. */
export async function findLastPosition(
  tx: Tx,
  { operatorId, playerId }: Owner,
): Promise<{ position: number; someWait: boolean }> {
  const { rows } = await sql<{ position: number; someWait: boolean }>`
    select coalesce((select last_position from history_heads where operator_id = ${operatorId}), 0) as position,
      exists (
        select from history_entries
        where operator_id = ${operatorId} and player_id = ${playerId} and position is null
      ) as "someWait"`.execute(tx)
  return rows[0]!
}

/** Operators of whom an entry waits for its place. */
export async function listWaitingFeeds(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('history_entries')
    .select('operator_id')
    .distinct()
    .where('position', 'is', null)
    .execute()
  return rows.map((row) => row.operator_id)
}
