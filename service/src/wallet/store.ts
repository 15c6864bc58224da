import type { OperationKind } from '@coffer/contract/keys'
import { type Generated, sql } from 'kysely'
import type { Cursor, Owner } from '../kernel/index.ts'
import { inLockOrder, type Tx } from '../platform/index.ts'
import type { AttemptFact } from './attempt-history.ts'
import type { OperationState } from './operation.ts'

type WalletOperationsTable = {
  operator_id: number
  operation_id: Generated<number>
  player_id: number
  player_external_id: string
  kind: OperationKind
  subject_id: string
  idempotency_key: string
  direction: 'debit' | 'credit'
  amount_minor: number
  currency: string
  body: string
  state: OperationState
  lease_until: Date | null
  next_look_at: Date
  resolver_tries: number
  error_code: string | null
  balance_after_minor: number | null
  provider_txn_ref: string | null
  created_at: Date
  closed_at: Date | null
}

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
    wallet_operations: WalletOperationsTable
    wallet_attempts: WalletAttemptsTable
  }
}

/** Literals, as the conditions of the partial indexes have them: a plan that is kept for any value could not use those. */
const OPEN = sql.lit('open' as const)
const PARKED = sql.lit('parked' as const)
const UNRESOLVED = [OPEN, PARKED, sql.lit('conflict' as const)]

export type OperationRow = Omit<WalletOperationsTable, 'operation_id'> & { operation_id: number }

/** Whether the operation is not at its end. A parked one waits for staff, or for whoever asks again. */
export function isOpen({ state }: Pick<OperationRow, 'state'>): boolean {
  return state === 'open' || state === 'parked'
}

/** Whether somebody drives the operation: its lease runs. */
export function isDriven(operation: Pick<OperationRow, 'lease_until'>, now: Date): boolean {
  return operation.lease_until !== null && operation.lease_until > now
}

type NewOperation = Pick<
  WalletOperationsTable,
  | 'operator_id'
  | 'player_id'
  | 'player_external_id'
  | 'kind'
  | 'subject_id'
  | 'idempotency_key'
  | 'direction'
  | 'amount_minor'
  | 'currency'
  | 'body'
  | 'lease_until'
  | 'next_look_at'
  | 'created_at'
>

export function insertOperation(tx: Tx, row: NewOperation): Promise<OperationRow> {
  return tx
    .insertInto('wallet_operations')
    .values({ ...row, state: 'open', resolver_tries: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function lockOperation(tx: Tx, operatorId: number, operationId: number): Promise<OperationRow | undefined> {
  inLockOrder(tx, 'operation', operationId)
  return tx
    .selectFrom('wallet_operations')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('operation_id', '=', operationId)
    .forUpdate()
    .executeTakeFirst()
}

export function findOperation(tx: Tx, operatorId: number, operationId: number): Promise<OperationRow | undefined> {
  return tx
    .selectFrom('wallet_operations')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('operation_id', '=', operationId)
    .executeTakeFirst()
}

/** The newest operation for a subject; its earlier ones are finally refused or were never sent. */
export function findLatestOperation(
  tx: Tx,
  operatorId: number,
  kind: OperationKind,
  subjectId: string,
): Promise<OperationRow | undefined> {
  return tx
    .selectFrom('wallet_operations')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .orderBy('operation_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type Hold = { state: 'open'; lease_until: Date; next_look_at: Date; resolver_tries: number }

/** Says who holds an operation that is not at its end, and when the resolver looks at it if nobody comes back. */
export async function updateHold(tx: Tx, operatorId: number, operationId: number, hold: Partial<Hold>): Promise<void> {
  await tx
    .updateTable('wallet_operations')
    .set(hold)
    .where('operator_id', '=', operatorId)
    .where('operation_id', '=', operationId)
    .execute()
}

/** Moves an operation that is in the expected state; true when it was. */
export async function updateState(
  tx: Tx,
  operatorId: number,
  operationId: number,
  from: OperationState,
  to: OperationState,
): Promise<boolean> {
  const result = await tx
    .updateTable('wallet_operations')
    .set({ state: to })
    .where('operator_id', '=', operatorId)
    .where('operation_id', '=', operationId)
    .where('state', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Gives a lease back, unless it has run out and somebody else holds the operation by now. */
export async function returnLease(
  tx: Tx,
  held: { operatorId: number; operationId: number; leaseUntil: Date },
): Promise<void> {
  await tx
    .updateTable('wallet_operations')
    .set({ lease_until: null })
    .where('operator_id', '=', held.operatorId)
    .where('operation_id', '=', held.operationId)
    .where('lease_until', '=', held.leaseUntil)
    .execute()
}

export type OperationEnd = Pick<
  OperationRow,
  'state' | 'error_code' | 'balance_after_minor' | 'provider_txn_ref' | 'closed_at'
>

/** Ends an operation that is in the expected state; true when it was. */
export async function closeOperation(
  tx: Tx,
  operation: Pick<OperationRow, 'operator_id' | 'operation_id' | 'state'>,
  end: OperationEnd,
): Promise<boolean> {
  const result = await tx
    .updateTable('wallet_operations')
    .set({ ...end, lease_until: null })
    .where('operator_id', '=', operation.operator_id)
    .where('operation_id', '=', operation.operation_id)
    .where('state', '=', operation.state)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

type NewAttempt = Pick<WalletAttemptsTable, 'operator_id' | 'operation_id' | 'recorded_at' | 'clean' | 'lease_until'>

export async function insertAttempt(tx: Tx, row: NewAttempt): Promise<number> {
  const inserted = await tx.insertInto('wallet_attempts').values(row).returning('attempt_id').executeTakeFirstOrThrow()
  return inserted.attempt_id
}

export async function listAttempts(tx: Tx, operatorId: number, operationId: number): Promise<AttemptFact[]> {
  const rows = await tx
    .selectFrom('wallet_attempts')
    .select(['attempt_id', 'recorded_at', 'lease_until', 'clean', 'outcome'])
    .where('operator_id', '=', operatorId)
    .where('operation_id', '=', operationId)
    .orderBy('attempt_id')
    .execute()
  return rows.map((row) => ({
    attemptId: row.attempt_id,
    recordedAt: row.recorded_at,
    leaseUntil: row.lease_until,
    clean: row.clean,
    outcome: row.outcome,
  }))
}

/**
 * Writes the outcome of an attempt. An attempt is append-only: an outcome is written once, except that a reply may still
 * take the place of `unknown`.
 */
export async function updateAttempt(
  tx: Tx,
  attempt: { operatorId: number; attemptId: number },
  outcome: NonNullable<AttemptFact['outcome']>,
  reason: string | null,
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('wallet_attempts')
    .set({ outcome, reason, closed_at: now, lease_until: sql<Date>`least(lease_until, ${now})` })
    .where('operator_id', '=', attempt.operatorId)
    .where('attempt_id', '=', attempt.attemptId)
    .where((either) => either.or([either('outcome', 'is', null), either('outcome', '=', 'unknown')]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** How many operations are not decided yet. */
export async function countOpenOperations(tx: Tx, operatorId: number): Promise<number> {
  const row = await tx
    .selectFrom('wallet_operations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('operator_id', '=', operatorId)
    .where('state', 'in', UNRESOLVED)
    .executeTakeFirstOrThrow()
  return row.count
}

/** How many operations are wanted, of one operator too, and how many of each are under way already. */
export type DueShare = { count: number; countOfOperator: number; underWay: ReadonlyMap<number, number> }

/**
 * Open operations of all operators whose time has come; those that another process looks at are passed over. Operators take turns,
 * each with its oldest first, so that one with thousands on a dead wallet does not keep the others waiting.
 */
export async function listDue(
  tx: Tx,
  now: Date,
  { count, countOfOperator, underWay }: DueShare,
): Promise<{ operatorId: number; operationId: number }[]> {
  const busy = JSON.stringify([...underWay].map(([operatorId, busyCount]) => ({ operatorId, busyCount })))
  const { rows } = await sql<{ operatorId: number; operationId: number }>`
    select operator_id as "operatorId", operation_id as "operationId"
    from wallet_operations
    where (operator_id, operation_id) in (
      select operator_id, operation_id
      from (
        select operator_id, operation_id, next_look_at,
          row_number() over (partition by operator_id order by next_look_at) as turn
        from wallet_operations
        where state = 'open' and next_look_at <= ${now} and (lease_until is null or lease_until <= ${now})
      ) due
      left join jsonb_to_recordset(${busy}::jsonb) as share("operatorId" bigint, "busyCount" integer)
        on share."operatorId" = due.operator_id
      where turn <= ${countOfOperator} - coalesce(share."busyCount", 0)
      order by turn, next_look_at
      limit ${count}
    )
    for update skip locked`.execute(tx)
  return rows
}

/** Which of these subjects have a credit that was accepted after it had been closed: its money may have moved, and staff must look. */
export async function listConflicts(
  tx: Tx,
  operatorId: number,
  kind: OperationKind,
  subjectIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('wallet_operations')
    .select('subject_id')
    .where('operator_id', '=', operatorId)
    .where('subject_id', '=', (eb) => eb.fn.any(eb.val([...subjectIds])))
    .where('kind', '=', kind)
    .where('state', '=', 'conflict')
    .execute()
  return new Set(rows.map((row) => row.subject_id))
}

/** A player's debits that ended unknown and are not resolved; calls in flight and unsent ones do not count. */
export async function countUnknownDebits(tx: Tx, owner: Owner): Promise<number> {
  const row = await tx
    .selectFrom('wallet_operations as operation')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('operation.operator_id', '=', owner.operatorId)
    .where('operation.player_id', '=', owner.playerId)
    .where('operation.direction', '=', 'debit')
    .where('operation.state', 'in', [OPEN, PARKED])
    .where((exists) =>
      exists.exists(
        exists
          .selectFrom('wallet_attempts as attempt')
          .select('attempt.attempt_id')
          .whereRef('attempt.operator_id', '=', 'operation.operator_id')
          .whereRef('attempt.operation_id', '=', 'operation.operation_id')
          .where('attempt.outcome', '=', 'unknown'),
      ),
    )
    .executeTakeFirstOrThrow()
  return row.count
}

/** `limit + 1` operations that are not at their end and that nobody drives, newest first, or in reverse for `prev`. */
export function listUnresolved(
  tx: Tx,
  operatorId: number,
  now: Date,
  page: { limit: number; cursor: Cursor | null },
): Promise<OperationRow[]> {
  const backwards = page.cursor?.direction === 'prev'
  let query = tx
    .selectFrom('wallet_operations')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('state', 'in', UNRESOLVED)
    .where((either) => either.or([either('lease_until', 'is', null), either('lease_until', '<=', now)]))
  if (page.cursor) query = query.where('operation_id', backwards ? '>' : '<', page.cursor.id)
  return query
    .orderBy('operation_id', backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
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
    .where('operation_id', 'in', operationIds)
    .groupBy('operation_id')
    .execute()
  return new Map(rows.map((row) => [row.operation_id, { count: row.count, lastAt: row.last_at }]))
}
