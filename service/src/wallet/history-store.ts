import { HISTORY_TYPES, type HistoryType } from '@coffer/contract/history'
import { type Generated, type QueryResult, type RawBuilder, sql } from 'kysely'
import { atOnce, type Cursor, type Owner } from '../kernel/index.ts'
import { many, readMerged, type Tx, write } from '../platform/index.ts'

type HistoryEntriesTable = {
  operator_id: number
  entry_id: Generated<number>
  player_id: number
  player_external_id: string
  type: HistoryType
  operation_id: number | null
  round_public_id: string | null
  inventory_item_id: number | null
  order_public_id: string | null
  amount_minor: number
  payout_minor: number | null
  currency: string
  status: string
  idempotency_key: string | null
  provider_txn_ref: string | null
  occurred_at: Date
  /** Its place in the feed, and when it was given that; null until then. */
  position: number | null
  recorded_at: Date | null
}

declare module '../platform/database.ts' {
  interface Tables {
    history_entries: HistoryEntriesTable
  }
}

type Placed = { position: number; recorded_at: Date }
export type NewHistoryRow = Omit<HistoryEntriesTable, 'entry_id' | keyof Placed>
/** An entry that has its place. */
export type HistoryRow = NewHistoryRow & Placed

const INSERT_HISTORY = many<NewHistoryRow>`
  insert into history_entries (operator_id, player_id, player_external_id, type, operation_id, round_public_id,
    inventory_item_id, order_public_id, amount_minor, payout_minor, currency, status, idempotency_key, provider_txn_ref,
    occurred_at)
  select operator_id, player_id, player_external_id, type, operation_id, round_public_id,
    inventory_item_id, order_public_id, amount_minor, payout_minor, currency, status, idempotency_key, provider_txn_ref,
    occurred_at
  from rows as row (operator_id bigint, player_id bigint, player_external_id text, type text,
    operation_id bigint, round_public_id text, inventory_item_id bigint, order_public_id text, amount_minor bigint,
    payout_minor bigint, currency text, status text, idempotency_key text, provider_txn_ref text,
    occurred_at timestamptz)`

export function insertHistory(tx: Tx, row: NewHistoryRow): void {
  write(tx, INSERT_HISTORY, row)
}

/** What was moved in a currency. */
export type Moved = { currency: string; spentMinor: number; returnedMinor: number }

type OfPlayer = { operatorId: number; playerExternalId: string }

/** What the entries of a player beyond a place of the feed moved, by currency: those that have no place yet will come after it. */
export async function sumHistoryAfter(tx: Tx, player: OfPlayer, position: number): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select currency, ${SUMS} from ${entriesAfter(player, position)} since
    group by currency order by currency`.execute(tx)
  return rows
}

/**
 * Sums of a player's entries by currency and age. `times` ascend. Age 0: recorded before the first of them; 1: from the first on and before the
 * second; and so on. Entries without a position are the newest.
 */
export async function sumHistoryByAge(
  tx: Tx,
  player: OfPlayer,
  times: readonly Date[],
): Promise<(Moved & { age: number })[]> {
  const bounds = times.map(
    (time) => sql`coalesce((${positionAt(player.operatorId, time)}), ${BEYOND_POSITIONS}::bigint)`,
  )
  // One statement reads the bounds and the entries from one snapshot.
  const { rows } = await sql<Moved & { age: number }>`
    select currency, width_bucket(coalesce(position, ${BEYOND_POSITIONS}::bigint), array[${sql.join(bounds)}]) as age, ${SUMS}
    from ${entriesAfter(player, BEFORE_POSITIONS)} every
    group by currency, age order by currency, age`.execute(tx)
  return rows
}

const SUMS = sql`coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)::int8 as "spentMinor",
  coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::int8 as "returnedMinor"`

/** Entries after a position, and those without one, which are in another index. */
function entriesAfter({ operatorId, playerExternalId }: OfPlayer, position: number): RawBuilder<unknown> {
  const ofPlayer = sql`operator_id = ${operatorId} and player_external_id = ${playerExternalId}`
  return sql`(
    select currency, amount_minor, position from history_entries
    where ${ofPlayer} and type = any(${[...HISTORY_TYPES]}::text[]) and position > ${position}
    union all
    select currency, amount_minor, position from history_entries where ${ofPlayer} and position is null
  )`
}

type Entries = {
  operatorId: number
  /** Null: of all players. */
  playerExternalId: string | null
  types: readonly HistoryType[]
}

export type HistoryFilter = Entries & { from: Date | null; to: Date | null }

type Page = { limit: number; cursor: Cursor | null }

/** `limit + 1` entries beyond the cursor, newest first, or in reverse for `prev`. Of those recorded from `from` on, and before `to`. */
export async function listHistory(tx: Tx, filter: HistoryFilter, page: Page): Promise<HistoryRow[]> {
  const { operatorId, playerExternalId, types, from, to } = filter
  const player: Record<string, string> = playerExternalId === null ? {} : { player_external_id: playerExternalId }
  const first = from === null ? FIRST_POSITION : await findPositionAt(tx, operatorId, from)
  if (first === null) return []
  return readMerged(
    tx,
    {
      table: 'history_entries' as const,
      id: 'position',
      equal: { operator_id: operatorId, ...player },
      among: { type: types },
      within: { from: first, before: to === null ? null : await findPositionAt(tx, operatorId, to) },
    },
    page,
  )
}

const FIRST_POSITION = 1
const BEFORE_POSITIONS = 0
/** No entry has this place or a later one. */
const BEYOND_POSITIONS = Number.MAX_SAFE_INTEGER

/** The first place that was given at a time or later: times rise as places do. */
async function findPositionAt(tx: Tx, operatorId: number, at: Date): Promise<number | null> {
  const { rows } = await positionAt(operatorId, at).execute(tx)
  return rows[0]?.position ?? null
}

function positionAt(operatorId: number, at: Date): RawBuilder<{ position: number }> {
  return sql`
    select position from history_entries
    where operator_id = ${operatorId} and recorded_at >= ${at} and position is not null
    order by recorded_at, position limit 1`
}

/** Up to where an operator's feed is shown. */
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
  // Whenever the database last counted them, all entries had their places, so it expects none and would look for each of them among all.
  const [, { rows }] = await atOnce(
    sql`set local enable_nestloop = off`.execute(tx),
    placeEntries(tx, operatorId, head, count),
    sql`set local enable_nestloop = default`.execute(tx),
  )
  return rows[0]!.count
}

function placeEntries(tx: Tx, operatorId: number, head: Head, count: number): Promise<QueryResult<{ count: number }>> {
  return sql<{ count: number }>`
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

/** The last place that each operator's feed has given. Run as the system. */
export async function listFeedHeads(tx: Tx): Promise<{ operatorId: number; lastPosition: number }[]> {
  const rows = await tx.selectFrom('history_heads').select(['operator_id', 'last_position']).execute()
  return rows.map((row) => ({ operatorId: row.operator_id, lastPosition: row.last_position }))
}

/** An entry that has its place in the feed. */
export type PlacedEntry = {
  position: number
  type: HistoryType
  status: string
  roundPublicId: string | null
  recordedAt: Date
}

/** Up to `count` entries of a feed that follow a place, in order. */
export async function listPlacedEntries(
  tx: Tx,
  operatorId: number,
  { after, count }: { after: number; count: number },
): Promise<PlacedEntry[]> {
  const { rows } = await sql<PlacedEntry>`
    select position, type, status, round_public_id as "roundPublicId", recorded_at as "recordedAt"
    from history_entries
    where operator_id = ${operatorId} and position > ${after}
    order by position
    limit ${count}`.execute(tx)
  return rows
}

/** Operators of whom an entry waits for its place: from one to the next, as each may have many. */
export async function listWaitingFeeds(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ operatorId: number }>`
    with recursive feed as (
      select min(operator_id) as operator_id from history_entries where position is null
      union all
      select (
        select min(operator_id) from history_entries where position is null and operator_id > feed.operator_id
      ) from feed where operator_id is not null
    )
    select operator_id as "operatorId" from feed where operator_id is not null`.execute(tx)
  return rows.map(({ operatorId }) => operatorId)
}
