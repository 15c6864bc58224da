import { type Generated, type RawBuilder, sql } from 'kysely'
import { askFor, lookup, many, type Tx, takeId, write } from '../platform/index.ts'
import type { AttemptFact } from './attempt-history.ts'

type WalletAttemptsTable = {
  operator_id: number
  attempt_id: Generated<number>
  operation_id: number
  recorded_at: Date
  clean: boolean
  lease_until: Date
  outcome: AttemptFact['outcome']
  reason: string | null
  closed_at: Date | null
}

declare module '../platform/database.ts' {
  interface Tables {
    wallet_attempts: WalletAttemptsTable
  }
}

/** An id that no other attempt gets. */
export function takeAttemptId(tx: Tx): Promise<number> {
  return takeId(tx, 'wallet_attempts_attempt_id_seq')
}

type NewAttempt = Pick<
  WalletAttemptsTable,
  'operator_id' | 'operation_id' | 'recorded_at' | 'clean' | 'lease_until'
> & { attempt_id: number }

const INSERT_ATTEMPTS = many<NewAttempt>`
  insert into wallet_attempts (operator_id, attempt_id, operation_id, recorded_at, clean, lease_until)
  overriding system value
  select operator_id, attempt_id, operation_id, recorded_at, clean, lease_until
  from rows as row (operator_id bigint, attempt_id bigint, operation_id bigint,
    recorded_at timestamptz, clean boolean, lease_until timestamptz)`

/** Records an attempt under an id that was taken for it. */
export function insertAttempt(tx: Tx, row: NewAttempt): void {
  write(tx, INSERT_ATTEMPTS, row)
}

const LIST_ATTEMPTS = lookup<{ operator_id: number; operation_id: number }, AttemptFact>`
  select place, attempt_id as "attemptId", recorded_at as "recordedAt", lease_until as "leaseUntil", clean, outcome
  from rows as asked (place int, operator_id bigint, operation_id bigint)
  join wallet_attempts using (operator_id, operation_id)
  order by attempt_id`

export function listAttempts(tx: Tx, operatorId: number, operationId: number): Promise<AttemptFact[]> {
  return askFor(tx, LIST_ATTEMPTS, { operator_id: operatorId, operation_id: operationId })
}

type AttemptEnd = {
  operator_id: number
  operation_id: number
  attempt_id: number
  outcome: NonNullable<AttemptFact['outcome']>
  reason: string | null
  closed_at: Date
}

const CLOSE_ATTEMPTS = many<AttemptEnd>`
  update wallet_attempts attempt set outcome = heard.outcome, reason = heard.reason, closed_at = heard.closed_at,
    lease_until = least(attempt.lease_until, heard.closed_at)
  from rows as heard (operator_id bigint, operation_id bigint, attempt_id bigint, outcome text, reason text,
    closed_at timestamptz)
  where attempt.operator_id = heard.operator_id and attempt.operation_id = heard.operation_id
    and attempt.attempt_id = heard.attempt_id
    and (attempt.outcome is null or attempt.outcome = 'unknown')`

/**
 * Writes the outcome of an attempt. An attempt is append-only: an outcome is written once, except that a reply may still
 * take the place of `unknown`.
 */
export function updateAttempt(
  tx: Tx,
  attempt: { operatorId: number; operationId: number; attemptId: number },
  outcome: AttemptEnd['outcome'],
  reason: string | null,
  now: Date,
): void {
  const { operatorId: operator_id, operationId: operation_id, attemptId: attempt_id } = attempt
  write(tx, CLOSE_ATTEMPTS, { operator_id, operation_id, attempt_id, outcome, reason, closed_at: now })
}

export async function countAttempts(
  tx: Tx,
  operatorId: number,
  operationIds: readonly number[],
): Promise<Map<number, { count: number; lastAt: Date }>> {
  if (operationIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('wallet_attempts')
    .select((fn) => ['operation_id', fn.fn.countAll<number>().as('count'), fn.fn.max('recorded_at').as('last_at')])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('operation_id', '=', eb.fn.any(eb.val([...operationIds]))))
    .groupBy('operation_id')
    .execute()
  return new Map(rows.map((row) => [row.operation_id, { count: row.count, lastAt: row.last_at }]))
}

/** A call to a wallet. `reason`: why it had no usable answer, or was not sent. */
export type CallRow = Pick<WalletAttemptsTable, 'outcome' | 'reason'> & {
  callId: number
  operationId: number
  recordedAt: Date
  closedAt: Date | null
}

/** The newest calls of each of these operations, `count` at most, oldest first. */
export async function listCalls(
  tx: Tx,
  operatorId: number,
  operationIds: readonly number[],
  count: number,
): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select attempt_id as "callId", call.operation_id as "operationId", recorded_at as "recordedAt", closed_at as "closedAt", outcome, reason
    from unnest(${[...operationIds]}::bigint[]) as wanted (operation_id)
    cross join lateral (
      select * from wallet_attempts
      where operator_id = ${operatorId} and operation_id = wanted.operation_id
      order by attempt_id desc limit ${count}
    ) call
    order by attempt_id`.execute(tx)
  return rows
}

/** Calls to a wallet by outcome, and how long those with an answer took. */
export type CallSums = {
  accepted: number
  refused: number
  unknown: number
  neverSent: number
  medianMs: number | null
  p95Ms: number | null
  /** The outcome of the last call that has ended; null without any. */
  lastOutcome: AttemptFact['outcome']
}

/**
 * Sums up the debit and credit calls since a time: those of the newest operations, and of unresolved ones. So many of each.
 */
export async function sumCalls(
  tx: Tx,
  operatorId: number,
  { since, count }: { since: Date; count: number },
): Promise<CallSums> {
  const { rows } = await sql<CallSums>`
    with recent as (
      (select operation_id from wallet_operations where operator_id = ${operatorId} order by operation_id desc limit ${count})
      union
      (select operation_id from wallet_operations
        where operator_id = ${operatorId} and state in ('open', 'parked', 'conflict') limit ${count})
    ), calls as (
      select attempt_id, outcome, round(extract(epoch from closed_at - recorded_at) * 1000)::int8 as ms
      from recent cross join lateral (
        select * from wallet_attempts
        where operator_id = ${operatorId} and operation_id = recent.operation_id and recorded_at >= ${since}
        -- Keeps the planner from reading all attempts of the operator for a join.
        offset 0
      ) attempt
    )
    select count(*) filter (where outcome = 'accepted') as accepted, count(*) filter (where outcome = 'refused') as refused,
      count(*) filter (where outcome = 'unknown') as unknown,
      count(*) filter (where outcome = 'never_sent') as "neverSent",
      ${ofAnswered(sql`0.5`)} as "medianMs", ${ofAnswered(sql`0.95`)} as "p95Ms",
      (array_agg(outcome order by attempt_id desc) filter (where outcome is not null))[1] as "lastOutcome"
    from calls`.execute(tx)
  return rows[0]!
}

function ofAnswered(share: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`percentile_disc(${share}) within group (order by ms) filter (where outcome in ('accepted', 'refused'))`
}
