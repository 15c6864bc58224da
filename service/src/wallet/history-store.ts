import { type Generated, sql } from 'kysely'
import type { Cursor } from '../kernel/index.ts'
import { readMerged, type Tx } from '../platform/index.ts'

export const HISTORY_TYPES = ['purchase', 'open', 'refund', 'cashback', 'shipping', 'upgrade'] as const
export type HistoryType = (typeof HISTORY_TYPES)[number]

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
}

declare module '../platform/database.ts' {
  interface Tables {
    history_entries: HistoryEntriesTable
  }
}

export type HistoryRow = Omit<HistoryEntriesTable, 'entry_id'> & { entry_id: number }

export async function insertHistory(tx: Tx, row: Omit<HistoryRow, 'entry_id'>): Promise<void> {
  await tx.insertInto('history_entries').values(row).execute()
}

/** The newest entry of an operator; 0 when there is none. */
export async function lastHistoryEntry(tx: Tx, operatorId: number): Promise<number> {
  const last = await tx
    .selectFrom('history_entries')
    .select('entry_id')
    .where('operator_id', '=', operatorId)
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.entry_id ?? 0
}

/** What was moved in a currency. */
export type Moved = { currency: string; spentMinor: number; returnedMinor: number }

/** What the entries of a player beyond one of them moved, by currency. */
export async function sumHistoryAfter(
  tx: Tx,
  player: { operatorId: number; playerExternalId: string },
  entryId: number,
): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select currency, coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)::int8 as "spentMinor",
      coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::int8 as "returnedMinor"
    from history_entries
    where operator_id = ${player.operatorId} and player_external_id = ${player.playerExternalId}
      and type = any(${[...HISTORY_TYPES]}::text[]) and entry_id > ${entryId}
    group by currency order by currency`.execute(tx)
  return rows
}

type Entries = {
  operatorId: number
  /** Null: of all players. */
  playerExternalId: string | null
  types: readonly HistoryType[]
}

export type HistoryFilter = Entries & { from: Date | null; to: Date | null }

type Page = { limit: number; cursor: Cursor | null }

/** `limit + 1` entries beyond the cursor, newest first, or in reverse for `prev`. `from` is inclusive, `to` exclusive. */
export function listHistory(tx: Tx, filter: HistoryFilter, page: Page): Promise<HistoryRow[]> {
  return filter.from || filter.to ? listWindow(tx, filter, page) : readMerged(tx, entriesOf(filter), page)
}

function entriesOf({ operatorId, playerExternalId, types }: Entries) {
  const player: Record<string, string> = playerExternalId === null ? {} : { player_external_id: playerExternalId }
  return {
    table: 'history_entries' as const,
    id: 'entry_id',
    equal: { operator_id: operatorId, ...player },
    among: { type: types },
  }
}

/** No index is in the order of ids and of times at once: the database weighs which of them leaves less to read. */
function listWindow(tx: Tx, filter: HistoryFilter, page: Page): Promise<HistoryRow[]> {
  const backwards = page.cursor?.direction === 'prev'
  let query = tx
    .selectFrom('history_entries')
    .selectAll()
    .where('operator_id', '=', filter.operatorId)
    .where('type', 'in', filter.types)
  if (filter.playerExternalId !== null) query = query.where('player_external_id', '=', filter.playerExternalId)
  if (filter.from) query = query.where('occurred_at', '>=', filter.from)
  if (filter.to) query = query.where('occurred_at', '<', filter.to)
  if (page.cursor) query = query.where('entry_id', backwards ? '>' : '<', page.cursor.id)
  return query
    .orderBy('entry_id', backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
}
