import type { OperationKind } from '@coffer/contract/keys'
import { type Generated, sql } from 'kysely'
import { type Cursor, type Owner, present } from '../kernel/index.ts'
import { askFor, inLockOrder, lookup, many, type Tx, takeId, write } from '../platform/index.ts'
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

declare module '../platform/database.ts' {
  interface Tables {
    wallet_operations: WalletOperationsTable
  }
}

/** Literals, as the conditions of the partial indexes have them: a plan that is kept for any value could not use those. */
const OPEN = sql.lit('open' as const)
const PARKED = sql.lit('parked' as const)
const CONFLICT = sql.lit('conflict' as const)
/** The states for which {@link isOpen} is true. */
const UNDECIDED = [OPEN, PARKED]
const UNRESOLVED = [...UNDECIDED, CONFLICT]
/** Of which a key may have several. */
const GIVEN_UP = [sql.lit('refused' as const), sql.lit('never_sent' as const), CONFLICT]

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

/** An id that no other operation gets. */
export function takeOperationId(tx: Tx): Promise<number> {
  return takeId(tx, 'wallet_operations_operation_id_seq')
}

const INSERT_OPERATIONS = many<NewOperation & { operation_id: number }>`
  insert into wallet_operations (operator_id, operation_id, player_id, player_external_id, kind, subject_id,
    idempotency_key, direction, amount_minor, currency, body, state, lease_until, next_look_at, resolver_tries, created_at)
  overriding system value
  select operator_id, operation_id, player_id, player_external_id, kind, subject_id,
    idempotency_key, direction, amount_minor, currency, body, 'open', lease_until, next_look_at, 0, created_at
  from rows as row (operator_id bigint, operation_id bigint, player_id bigint,
    player_external_id text, kind text, subject_id text, idempotency_key text, direction text, amount_minor bigint,
    currency text, body text, lease_until timestamptz, next_look_at timestamptz, created_at timestamptz)`

/** Records an operation under an id that was taken for it. */
export function insertOperation(tx: Tx, operationId: number, row: NewOperation): OperationRow {
  write(tx, INSERT_OPERATIONS, { ...row, operation_id: operationId })
  return {
    ...row,
    ...{ operation_id: operationId, state: 'open', resolver_tries: 0 },
    ...{ error_code: null, balance_after_minor: null, provider_txn_ref: null, closed_at: null },
  }
}

type Key = { operator_id: number; operation_id: number }

const LOCK_OPERATIONS = many<Key, OperationRow>`
  select asked.place, operation.*
  from rows as asked (place int, operator_id bigint, operation_id bigint)
  join wallet_operations operation using (operator_id, operation_id)
  order by operation.operator_id, operation.operation_id
  for update of operation`

/** Of several that are locked at once, by ascending id. */
export async function lockOperation(
  tx: Tx,
  operatorId: number,
  operationId: number,
): Promise<OperationRow | undefined> {
  inLockOrder(tx, 'operation', operationId)
  const [locked] = await askFor(tx, LOCK_OPERATIONS, { operator_id: operatorId, operation_id: operationId })
  return locked
}

export function findOperation(tx: Tx, operatorId: number, operationId: number): Promise<OperationRow | undefined> {
  return tx
    .selectFrom('wallet_operations')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('operation_id', '=', operationId)
    .executeTakeFirst()
}

/** The newest operation of a key; its earlier ones are finally refused or were never sent. */
export function findLatestOperation(
  tx: Tx,
  operatorId: number,
  idempotencyKey: string,
): Promise<OperationRow | undefined> {
  const ofKey = tx
    .selectFrom('wallet_operations')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('idempotency_key', '=', idempotencyKey)
  // Each half of them has an index of its own. In one statement, as an operation may pass from one half to the other.
  return ofKey
    .where('state', 'not in', GIVEN_UP)
    .unionAll(ofKey.where('state', 'in', GIVEN_UP))
    .orderBy('operation_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The operations of each of these idempotency keys, `count` of a key at most: conflicts, then the newest. Oldest first. */
export async function listOperations(
  tx: Tx,
  operatorId: number,
  idempotencyKeys: readonly string[],
  count: number,
): Promise<OperationRow[]> {
  const ofKey = sql`select * from wallet_operations where operator_id = ${operatorId} and idempotency_key = wanted.key`
  const givenUp = sql.join(GIVEN_UP)
  const { rows } = await sql<OperationRow>`
    select operation.*
    from unnest(${[...idempotencyKeys]}::text[]) as wanted (key)
    cross join lateral (
      select * from (
        -- Each half of them has an index of its own.
        ${ofKey} and state not in (${givenUp}) union all ${ofKey} and state in (${givenUp})
      ) either
      order by state = ${CONFLICT} desc, operation_id desc limit ${count}
    ) operation
    order by operation_id`.execute(tx)
  return rows
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

const RETURN_LEASES = many<Key & { lease_until: Date }>`
  update wallet_operations operation set lease_until = null
  from rows as held (operator_id bigint, operation_id bigint, lease_until timestamptz)
  where operation.operator_id = held.operator_id and operation.operation_id = held.operation_id
    and operation.lease_until = held.lease_until`

/** Gives a lease back, unless it has run out and somebody else holds the operation by now. */
export function returnLease(tx: Tx, held: { operatorId: number; operationId: number; leaseUntil: Date }): void {
  const { operatorId, operationId, leaseUntil } = held
  write(tx, RETURN_LEASES, { operator_id: operatorId, operation_id: operationId, lease_until: leaseUntil })
}

export type OperationEnd = Pick<
  OperationRow,
  'state' | 'error_code' | 'balance_after_minor' | 'provider_txn_ref' | 'closed_at'
>

const CLOSE_OPERATIONS = many<Key & OperationEnd & { was: OperationState }>`
  with ended as (
    select * from rows as row (operator_id bigint, operation_id bigint, was text, state text,
      error_code text, balance_after_minor bigint, provider_txn_ref text, closed_at timestamptz)
  ), closed as (
    update wallet_operations operation set state = ended.state, error_code = ended.error_code,
      balance_after_minor = ended.balance_after_minor, provider_txn_ref = ended.provider_txn_ref,
      closed_at = ended.closed_at, lease_until = null
    from ended
    where operation.operator_id = ended.operator_id and operation.operation_id = ended.operation_id
      and operation.state = ended.was
    returning 1
  )
  select exactly((select count(*) from closed), (select count(*) from ended), 'a locked operation ends')`

/** Ends a locked operation, and gives it as it is then. */
export function closeOperation(tx: Tx, operation: OperationRow, end: OperationEnd): OperationRow {
  const { operator_id, operation_id, state } = operation
  write(tx, CLOSE_OPERATIONS, { operator_id, operation_id, was: state, ...end })
  return { ...operation, ...end, lease_until: null }
}

/** Counts the operations that the wallet has not decided: open and parked ones. */
export async function countUndecided(tx: Tx, operatorId: number): Promise<number> {
  const row = await tx
    .selectFrom('wallet_operations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('operator_id', '=', operatorId)
    .where('state', 'in', UNDECIDED)
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

/** Which of these keys have a credit that was accepted after it had been closed: its money may have moved, and staff must look. */
export async function listConflicts(
  tx: Tx,
  operatorId: number,
  idempotencyKeys: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('wallet_operations')
    .select('idempotency_key')
    .where('operator_id', '=', operatorId)
    .where('idempotency_key', '=', (eb) => eb.fn.any(eb.val([...idempotencyKeys])))
    .where('state', '=', CONFLICT)
    .execute()
  return new Set(rows.map((row) => row.idempotency_key))
}

const COUNT_UNKNOWN_DEBITS = lookup<{ operator_id: number; player_id: number }, { count: number }>`
  select place, unknown.count
  from rows as asked (place int, operator_id bigint, player_id bigint)
  cross join lateral (
    select count(*) from wallet_operations operation
    where operation.operator_id = asked.operator_id and operation.player_id = asked.player_id
      and operation.direction = 'debit' and operation.state in ('open', 'parked') and exists (
        select from wallet_attempts attempt
        where attempt.operator_id = operation.operator_id and attempt.operation_id = operation.operation_id
          and attempt.outcome = 'unknown')
  ) unknown`

/** A player's debits that ended unknown and are not resolved; calls in flight and unsent ones do not count. */
export async function countUnknownDebits(tx: Tx, { operatorId, playerId }: Owner): Promise<number> {
  const [unknown] = await askFor(tx, COUNT_UNKNOWN_DEBITS, { operator_id: operatorId, player_id: playerId })
  return present(unknown, 'a count is always answered').count
}

/** `limit + 1` open, parked or conflicting operations whose lease has ended, newest first, or in reverse for `prev`. */
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

export type UnresolvedSum = {
  count: number
  oldestAt: Date | null
  /** Those that are no longer retried. */
  parkedCount: number
  /** Credits that the wallet accepted after they were closed. These are final. */
  conflictCount: number
}

/** Counts the operations that the wallet has not decided and that no request handles, and conflicts. */
export async function sumUnresolved(tx: Tx, operatorId: number, now: Date): Promise<UnresolvedSum> {
  const { rows } = await sql<UnresolvedSum>`
    select count(*) filter (where state <> 'conflict') as count,
      min(created_at) filter (where state <> 'conflict') as "oldestAt",
      count(*) filter (where state = 'parked') as "parkedCount",
      count(*) filter (where state = 'conflict') as "conflictCount"
    from wallet_operations
    where operator_id = ${operatorId} and state in ('open', 'parked', 'conflict')
      and (lease_until is null or lease_until <= ${now})`.execute(tx)
  return rows[0]!
}
