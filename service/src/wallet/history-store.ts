import type { Generated } from 'kysely'
import type { Cursor } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'

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

export type HistoryFilter = {
  operatorId: number
  /** Null: of all players. */
  playerExternalId: string | null
  types: readonly HistoryType[]
  from: Date | null
  to: Date | null
}

/** `limit + 1` entries beyond the cursor, newest first, or in reverse for `prev`. `from` is inclusive, `to` exclusive. */
export function listHistory(
  tx: Tx,
  filter: HistoryFilter,
  page: { limit: number; cursor: Cursor | null },
): Promise<HistoryRow[]> {
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
