import type { KycHint } from '@coffer/contract/admin'
import type { KycReason, KycStatus } from '@coffer/contract/s2s-kyc'
import { type Generated, type Selectable, sql } from 'kysely'
import { assert, type Cursor, type Owner } from '../kernel/index.ts'
import { readMerged, type Tx } from '../platform/index.ts'
import { OPEN_STATUSES } from './request.ts'

declare module '../platform/database.ts' {
  interface Tables {
    kyc_requests: KycRequestsTable
  }
}

type KycRequestsTable = {
  operator_id: number
  request_id: Generated<number>
  player_id: number
  status: KycStatus
  is_reverification: boolean
  locale: string
  return_origin: string | null
  email_sealed: Buffer | null
  reverify_reason_sealed: Buffer | null
  answers_sealed: Buffer | null
  created_at: Date
  active_at: Date
  told_at: Date
  submitted_at: Date | null
  decided_at: Date | null
  reasons: KycReason[]
  retryable: boolean | null
  hints: KycHint[]
  provider: string | null
  provider_look_at: Date | null
  claimed_by: number | null
  claim_ends_at: Date | null
  erased_at: Date | null
}

export type RequestRecord = Selectable<KycRequestsTable>

export type NewRequest = Omit<KycRequestsTable, 'request_id' | 'hints'>

/** Null when the player has an open request already: whoever makes one at once is waited for. */
export async function insertRequest(tx: Tx, row: NewRequest): Promise<RequestRecord | null> {
  const inserted = await tx
    .insertInto('kyc_requests')
    .values({ ...row, hints: '[]' as never })
    .onConflict((conflict) =>
      // As the index says it: with parameters in it, a prepared statement would not know the index again.
      conflict
        .columns(['operator_id', 'player_id'])
        .where(sql<boolean>`status in ('PENDING', 'SUBMITTED')`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

function ofPlayer(tx: Tx, { operatorId, playerId }: Owner) {
  return tx
    .selectFrom('kyc_requests')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('player_id', '=', playerId)
}

/** The player's open request, locked. */
export async function lockOpenRequest(tx: Tx, owner: Owner): Promise<RequestRecord | null> {
  const found = await ofPlayer(tx, owner).where('status', 'in', OPEN_STATUSES).forUpdate().executeTakeFirst()
  return found ?? null
}

/** The request that was decided last. */
export async function findLastDecided(tx: Tx, owner: Owner): Promise<RequestRecord | null> {
  const found = await ofPlayer(tx, owner)
    .where('status', 'not in', OPEN_STATUSES)
    .orderBy('request_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** The player's last confirmation. */
export async function findLastConfirmed(tx: Tx, owner: Owner): Promise<RequestRecord | null> {
  const found = await ofPlayer(tx, owner)
    .where('status', '=', 'CONFIRMED')
    .orderBy('request_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** All requests of a player, newest first. */
export function listOfPlayer(tx: Tx, owner: Owner): Promise<RequestRecord[]> {
  return ofPlayer(tx, owner).orderBy('request_id', 'desc').execute()
}

export type RequestKey = { operatorId: number; requestId: number }

function byKey(tx: Tx, { operatorId, requestId }: RequestKey) {
  return tx
    .selectFrom('kyc_requests')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('request_id', '=', requestId)
}

export async function findRequest(tx: Tx, key: RequestKey): Promise<RequestRecord | null> {
  return (await byKey(tx, key).executeTakeFirst()) ?? null
}

export async function lockRequest(tx: Tx, key: RequestKey): Promise<RequestRecord | null> {
  return (await byKey(tx, key).forUpdate().executeTakeFirst()) ?? null
}

/** Whose a request is, for the desk, which knows its id alone. Run as the system. */
export async function findOperatorOf(tx: Tx, requestId: number): Promise<number | null> {
  const found = await tx
    .selectFrom('kyc_requests')
    .select('operator_id')
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return found?.operator_id ?? null
}

export type RequestChange = Partial<Omit<RequestRecord, 'operator_id' | 'request_id' | 'player_id' | 'created_at'>>

/** Changes a request that the caller has locked, so it is in the status that was read. */
export async function updateRequest(tx: Tx, request: RequestRecord, change: RequestChange): Promise<void> {
  const { hints, ...rest } = change
  const result = await tx
    .updateTable('kyc_requests')
    .set({ ...rest, ...(hints === undefined ? {} : { hints: JSON.stringify(hints) as never }) })
    .where('operator_id', '=', request.operator_id)
    .where('request_id', '=', request.request_id)
    .where('status', '=', request.status)
    .executeTakeFirst()
  assert(result.numUpdatedRows === 1n, 'a request that is locked keeps its status')
}

export type WaitingSum = { count: number; oldestAt: Date | null }

/** Counts the requests that wait for a reviewer. `operatorId` null: of all operators, run as the system. */
export async function sumWaiting(tx: Tx, operatorId: number | null): Promise<WaitingSum> {
  const scope = operatorId === null ? sql`true` : sql`operator_id = ${operatorId}`
  const { rows } = await sql<WaitingSum>`
    select count(*) as count, min(submitted_at) as "oldestAt"
    from kyc_requests
    where ${scope} and status = 'SUBMITTED' and provider is null`.execute(tx)
  return rows[0]!
}

export type RequestFilter = { operatorId: number; playerId: number | null; statuses: readonly KycStatus[] }

/** `limit + 1` requests of an operator beyond the cursor, newest first, or in reverse for `prev`. */
export function listRequestRecords(
  tx: Tx,
  { operatorId, playerId, statuses }: RequestFilter,
  page: { limit: number; cursor: Cursor | null },
): Promise<RequestRecord[]> {
  const player: Record<string, number> = playerId === null ? {} : { player_id: playerId }
  const list = {
    table: 'kyc_requests' as const,
    id: 'request_id',
    equal: { operator_id: operatorId, ...player },
    among: { status: statuses },
  }
  return readMerged(tx, list, page)
}

export type QueueFilter = {
  /** Null: any status. */
  status: KycStatus | null
  /** Null: all operators. */
  operatorId: number | null
  /** Null: all players. */
  players: readonly Owner[] | null
}

/**
 * Reads a page of the queue and one more row, which shows that another page exists: with the status SUBMITTED the oldest submission first,
 * otherwise the newest request first. Run as the system.
 */
export async function listQueueRecords(
  tx: Tx,
  { status, operatorId, players }: QueueFilter,
  page: { limit: number; cursor: Cursor | null },
): Promise<RequestRecord[]> {
  const backwards = page.cursor?.direction === 'prev'
  const isQueue = status === 'SUBMITTED'
  const ascends = isQueue !== backwards
  const [beyond, order] = ascends ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const place = isQueue ? sql`(submitted_at, request_id)` : sql`request_id`
  const from =
    page.cursor &&
    (isQueue ? sql`(${new Date(Number(page.cursor.sort))}::timestamptz, ${page.cursor.id})` : sql`${page.cursor.id}`)
  const conditions = [
    ...(status === null ? [] : [sql`status = ${status}`]),
    ...(operatorId === null ? [] : [sql`operator_id = ${operatorId}`]),
    ...(from ? [sql`${place} ${beyond} ${from}`] : []),
  ]
  const { rows } = await sql<RequestRecord>`
    ${players === null ? sql`` : requestsOf(players)}
    select * from ${players === null ? sql`kyc_requests` : sql`requests_of_players`}
    where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
    order by ${isQueue ? sql`submitted_at ${order}, request_id ${order}` : sql`request_id ${order}`}
    limit ${page.limit + 1}`.execute(tx)
  return rows
}

/** A CTE with the requests of these players. Materialized, so that they are read by the index of players whatever the order of the page. */
function requestsOf(players: readonly Owner[]) {
  return sql`with requests_of_players as materialized (
    select kyc_requests.*
    from unnest(${players.map(({ operatorId }) => operatorId)}::bigint[],
      ${players.map(({ playerId }) => playerId)}::bigint[]) as players (operator_id, player_id)
    join kyc_requests using (operator_id, player_id))`
}

export type CheckPace = { now: Date; count: number; leastMs: number; mostMs: number }

/**
 * Takes requests whose outside check is due, and puts the next look at them off: by half of the time that it has not answered, within
 * bounds. Run as the system.
 */
export async function claimChecks(tx: Tx, { now, count, leastMs, mostMs }: CheckPace): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    update kyc_requests r
    set provider_look_at = ${now}::timestamptz + least(
      greatest((${now}::timestamptz - submitted_at) / 2, ${leastMs}::integer * interval '1 millisecond'),
      ${mostMs}::integer * interval '1 millisecond')
    from (
      select operator_id, request_id from kyc_requests
      where provider_look_at <= ${now}
      order by provider_look_at, request_id
      limit ${count}
      for update skip locked
    ) due
    where r.operator_id = due.operator_id and r.request_id = due.request_id
    returning r.*`.execute(tx)
  return rows
}

export type Expiry = { operatorId: number; decidedBefore: Date | null; draftsBefore: Date; count: number }

/**
 * Requests of an operator that were kept long enough: decided ones, and drafts that nobody came back to. Of a re-verification that the player
 * has not begun nothing is a draft.
 */
export async function listExpired(
  tx: Tx,
  { operatorId, decidedBefore, draftsBefore, count }: Expiry,
): Promise<number[]> {
  // Apart, so that each half finds its own index.
  const { rows } = await sql<{ id: number }>`
    (select request_id as id from kyc_requests
     where operator_id = ${operatorId} and erased_at is null and status = 'PENDING' and active_at < ${draftsBefore}
       and (not is_reverification or answers_sealed is not null or email_sealed is not null)
     order by active_at, request_id limit ${count})
    union all
    (select request_id from kyc_requests
     where operator_id = ${operatorId} and erased_at is null and decided_at < ${decidedBefore}::timestamptz
     order by decided_at, request_id limit ${count})
    limit ${count}`.execute(tx)
  return rows.map(({ id }) => id)
}
