import { GAME_KEYS, type GameKey } from '@coffer/contract/games'
import type { Funding } from '@coffer/contract/shapes'
import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import type { DailyTotal } from './daily-totals.ts'

type DailyTotalsTable = {
  operator_id: number
  day: string
  game_key: GameKey
  funding: Funding
  currency: string
  round_count: number
  bet_minor: number
  payout_minor: number
}

type DailyTotalHeadsTable = { operator_id: number; last_position: number }

declare module '../platform/database.ts' {
  interface Tables {
    daily_totals: DailyTotalsTable
    daily_total_heads: DailyTotalHeadsTable
  }
}

/** Locks the head of an operator's totals. Returns the place in the feed up to which they are complete; 0 at first. */
export async function lockTotalsHead(tx: Tx, operatorId: number): Promise<number> {
  const head = await tx
    .insertInto('daily_total_heads')
    .values({ operator_id: operatorId, last_position: 0 })
    .onConflict((conflict) =>
      conflict.column('operator_id').doUpdateSet({ last_position: sql`daily_total_heads.last_position` }),
    )
    .returning('last_position')
    .executeTakeFirstOrThrow()
  return head.last_position
}

/** The place in the feed up to which the totals of an operator are complete; 0 without any. */
export async function findTotalsHead(tx: Tx, operatorId: number): Promise<number> {
  const head = await tx
    .selectFrom('daily_total_heads')
    .select('last_position')
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return head?.last_position ?? 0
}

/** Adds to the totals of an operator and moves their head, which is locked. */
export async function addToTotals(
  tx: Tx,
  operatorId: number,
  totals: readonly DailyTotal[],
  lastPosition: number,
): Promise<void> {
  await sql`
    with moved as (
      update daily_total_heads set last_position = ${lastPosition} where operator_id = ${operatorId}
    )
    insert into daily_totals as total (operator_id, day, game_key, funding, currency, round_count, bet_minor, payout_minor)
    select ${operatorId}, day, "gameKey", funding, currency, "roundCount", "betMinor", "payoutMinor"
    from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as added (day date, "gameKey" text, funding text,
      currency text, "roundCount" bigint, "betMinor" bigint, "payoutMinor" bigint)
    on conflict (operator_id, day, game_key, funding, currency) do update
    set round_count = total.round_count + excluded.round_count, bet_minor = total.bet_minor + excluded.bet_minor,
      payout_minor = total.payout_minor + excluded.payout_minor`.execute(tx)
}

/** The place in the feed up to which the totals of each operator are complete. Run as the system. */
export async function listTotalsHeads(tx: Tx): Promise<Map<number, number>> {
  const rows = await tx.selectFrom('daily_total_heads').select(['operator_id', 'last_position']).execute()
  return new Map(rows.map((row) => [row.operator_id, row.last_position]))
}

/** The totals of an operator from a day on. Omits games of a later version, which another process may have added. */
export async function listTotals(tx: Tx, operatorId: number, from: string): Promise<DailyTotal[]> {
  const { rows } = await sql<DailyTotal>`
    select day::text, game_key as "gameKey", funding, currency, round_count as "roundCount", bet_minor as "betMinor",
      payout_minor as "payoutMinor"
    from daily_totals
    where operator_id = ${operatorId} and day >= ${from}::date and game_key = any(${[...GAME_KEYS]}::text[])`.execute(
    tx,
  )
  return rows
}

/** True if the operator has a total of any day. */
export async function hasTotals(tx: Tx, operatorId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('daily_totals')
    .select('day')
    .where('operator_id', '=', operatorId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
