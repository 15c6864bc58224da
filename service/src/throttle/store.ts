import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import type { Bucket, Fill } from './bucket.ts'

type RateBucketsTable = {
  operator_id: number
  kind: string
  subject: string
  used_parts: number
  at_ms: number
  granted_parts: number
  burst_count: number
  refill_count: number
  period_ms: number
}

declare module '../platform/database.ts' {
  interface Tables {
    rate_buckets: RateBucketsTable
  }
}

/** What a process says of a bucket: so many tokens were spent by `atMs`, and so many more are wanted then. */
export type Line = { bucket: Bucket; atMs: number; spentCount: number; wantedCount: number }
export type Taken = { operatorId: number; kind: string; subject: string; fill: Fill; grantedCount: number }

/**
 * Takes what is spent from each bucket, whether it is there or not, and of what is wanted as much as is there. Over all operators:
 * for system statements. A row whose moment is more than `aheadMs` ahead was written by a wrong clock and is taken back.
 */
export async function takeTokens(tx: Tx, lines: readonly Line[], aheadMs: number): Promise<Taken[]> {
  const { rows } = await sql<RateBucketsTable>`
    insert into rate_buckets as bucket
      (operator_id, kind, subject, used_parts, at_ms, granted_parts, burst_count, refill_count, period_ms)
    select operator_id, kind, subject, (spent + wanted) * period, at, wanted * period, burst, refill, period
    from ${unnested(lines)} as line (operator_id, kind, subject, at, spent, wanted, burst, refill, period)
    order by operator_id, kind, subject
    on conflict (operator_id, kind, subject) do update set
      used_parts = ${used} + ${spent} + ${granted},
      granted_parts = ${granted},
      at_ms = case when bucket.at_ms > excluded.at_ms + ${aheadMs}::bigint then excluded.at_ms
        else greatest(bucket.at_ms, excluded.at_ms) end,
      burst_count = excluded.burst_count, refill_count = excluded.refill_count, period_ms = excluded.period_ms
    returning *`.execute(tx)
  return rows.map((row) => ({
    operatorId: row.operator_id,
    kind: row.kind,
    subject: row.subject,
    fill: { usedParts: row.used_parts, atMs: row.at_ms },
    grantedCount: row.granted_parts / row.period_ms,
  }))
}

function unnested(lines: readonly Line[]) {
  const of = <T>(pick: (line: Line) => T) => lines.map(pick)
  return sql`unnest(
    ${of(({ bucket }) => bucket.operatorId)}::bigint[], ${of(({ bucket }) => bucket.kind)}::text[],
    ${of(({ bucket }) => bucket.subject)}::text[], ${of((line) => line.atMs)}::bigint[], ${of((line) => line.spentCount)}::bigint[],
    ${of((line) => line.wantedCount)}::bigint[], ${of(({ bucket }) => bucket.rule.burstCount)}::bigint[],
    ${of(({ bucket }) => bucket.rule.refillCount)}::bigint[], ${of(({ bucket }) => bucket.rule.periodMs)}::bigint[])`
}

/** The same arithmetic as in the noun, where the row is: two processes at once must not both find the last token. */
const capacity = sql`excluded.burst_count * excluded.period_ms`
const before = sql`(case when bucket.burst_count = excluded.burst_count then bucket.used_parts
  else least(bucket.used_parts, ${capacity}) end)`
const used = sql`greatest(0, ${before} - greatest(0, excluded.at_ms - bucket.at_ms) * excluded.refill_count)`
const spent = sql`(excluded.used_parts - excluded.granted_parts)`
const granted = sql`greatest(0, least(excluded.granted_parts,
  (${capacity} - ${used} - ${spent}) / excluded.period_ms * excluded.period_ms))`

/** Deletes a batch of buckets that are full again, of all operators: for a system transaction. Returns how many. */
export async function forgetFull(tx: Tx, nowMs: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from rate_buckets where (operator_id, kind, subject) in (
      select operator_id, kind, subject from rate_buckets
      where used_parts <= greatest(0, ${nowMs}::bigint - at_ms) * refill_count limit ${limit} for update skip locked)`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
