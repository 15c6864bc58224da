import type { ApiKeyStatus } from '@coffer/contract/api-keys'
import { type Generated, sql } from 'kysely'
import type { PageRequest } from '../kernel/index.ts'
import { beyondCursor, orderBy, type SealedColumn, type Tx } from '../platform/index.ts'
import type { ApiKey } from './api-key.ts'
import type { Operator } from './operator.ts'
import { OPERATOR_COLUMNS, toOperator } from './store.ts'

type ApiKeysTable = {
  operator_id: number
  key_id: string
  key_number: Generated<number>
  secret_sealed: Buffer
  scopes: string[]
  require_nonce: boolean
  created_at: Date
  last_used_at: Date | null
  ends_at: Date | null
  revoked_at: Date | null
}

type SeenRequestsTable = { operator_id: number; key_id: string; mark: string; seen_at: Date }

declare module '../platform/database.ts' {
  interface Tables {
    api_keys: ApiKeysTable
    seen_requests: SeenRequestsTable
  }
}

export const API_KEY_SECRET: SealedColumn = {
  ...{ purpose: 'api-key', table: 'api_keys', column: 'secret_sealed', operator: 'operator_id' },
  ...{ key: 'key_id', keyType: 'text', row: ['key_id'] },
}

const KEY_COLUMNS = [
  'api_keys.operator_id',
  'api_keys.key_id',
  'api_keys.key_number',
  'api_keys.scopes',
  'api_keys.require_nonce',
  sql<Date>`api_keys.created_at`.as('key_created_at'),
  'api_keys.last_used_at',
  'api_keys.ends_at',
  'api_keys.revoked_at',
] as const

type KeyRow = Omit<ApiKeysTable, 'secret_sealed' | 'created_at' | 'key_number'> & {
  key_number: number
  /** Aliased: `operators.created_at` is selected in the same row. */
  key_created_at: Date
}

function toKey(row: KeyRow): ApiKey {
  return {
    operatorId: row.operator_id,
    keyId: row.key_id,
    keyNumber: row.key_number,
    scopes: row.scopes,
    requireNonce: row.require_nonce,
    createdAt: row.key_created_at,
    lastUsedAt: row.last_used_at,
    endsAt: row.ends_at,
    revokedAt: row.revoked_at,
  }
}

export type FoundKey = { key: ApiKey; operator: Operator; secretSealed: Buffer }

/** Whose these keys are, over all operators: for a system transaction. */
export async function listKeysWithOperator(tx: Tx, keyIds: readonly string[]): Promise<FoundKey[]> {
  const rows = await tx
    .selectFrom('api_keys')
    .innerJoin('operators', 'operators.operator_id', 'api_keys.operator_id')
    .select([...KEY_COLUMNS, ...OPERATOR_COLUMNS, 'api_keys.secret_sealed'])
    .where((eb) => eb('api_keys.key_id', '=', eb.fn.any(eb.val([...keyIds]))))
    .execute()
  return rows.map((row) => ({ key: toKey(row), operator: toOperator(row), secretSealed: row.secret_sealed }))
}

/** True if an API key that is valid at `now` has signed a request. */
export async function hasUsedKey(tx: Tx, operatorId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from api_keys
    where operator_id = ${operatorId} and last_used_at is not null and revoked_at is null
      and (ends_at is null or ends_at > ${now})
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Keys of an operator, ended ones too, oldest first. */
export async function listKeys(tx: Tx, operatorId: number): Promise<ApiKey[]> {
  const rows = await tx
    .selectFrom('api_keys')
    .select(KEY_COLUMNS)
    .where('operator_id', '=', operatorId)
    .orderBy('key_number')
    .execute()
  return rows.map(toKey)
}

export type KeyFilter = {
  operatorId: number
  /** Part of a key ID. */
  search: string | null
  status: ApiKeyStatus | null
  sort: 'createdAt' | '-createdAt'
}

/** Reads a page of keys and one more, which shows that another page exists. Statuses are those at `now`. */
export async function listKeyPage(
  tx: Tx,
  { operatorId, search, status, sort }: KeyFilter,
  { limit, cursor }: Pick<PageRequest, 'limit' | 'cursor'>,
  now: Date,
): Promise<ApiKey[]> {
  const backwards = cursor?.direction === 'prev'
  const key = sql`api_keys.key_number`
  const order = [{ key, descending: sort.startsWith('-'), value: sql`${cursor?.id ?? null}::bigint` }]
  const conditions = [
    sql`operator_id = ${operatorId}`,
    ...(search === null ? [] : [sql`strpos(key_id, ${search}) > 0`]),
    ...(status === null ? [] : [sql`${statusAt(now)} = ${status}`]),
    ...(cursor === null ? [] : [beyondCursor(order, backwards)]),
  ]
  const rows = await tx
    .selectFrom('api_keys')
    .select(KEY_COLUMNS)
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy(orderBy(order, backwards))
    .limit(limit + 1)
    .execute()
  return rows.map(toKey)
}

/** SQL equivalent of `statusOfKey`. */
function statusAt(now: Date) {
  return sql`case when revoked_at is not null then 'revoked' when ends_at is null then 'active' when ends_at > ${now} then 'ending' else 'ended' end`
}

/** Counts the keys that are neither revoked nor ended. */
export async function countUsableKeys(tx: Tx, operatorId: number, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('operator_id', '=', operatorId)
    .where(sql<boolean>`${statusAt(now)} in ('active', 'ending')`)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function findOperatorKey(tx: Tx, operatorId: number, keyId: string): Promise<ApiKey | null> {
  const row = await selectKey(tx, operatorId, keyId).executeTakeFirst()
  return row ? toKey(row) : null
}

/** No other transaction changes the key until this one ends. */
export async function lockKey(tx: Tx, operatorId: number, keyId: string): Promise<ApiKey | null> {
  const row = await selectKey(tx, operatorId, keyId).forUpdate().executeTakeFirst()
  return row ? toKey(row) : null
}

function selectKey(tx: Tx, operatorId: number, keyId: string) {
  return tx.selectFrom('api_keys').select(KEY_COLUMNS).where('operator_id', '=', operatorId).where('key_id', '=', keyId)
}

export async function insertKey(
  tx: Tx,
  row: Omit<ApiKeysTable, 'key_number' | 'last_used_at' | 'ends_at' | 'revoked_at'>,
): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute()
}

export async function markKeyRevoked(tx: Tx, key: ApiKey, at: Date): Promise<void> {
  await updateKey(tx, key, { revoked_at: at })
}

export async function markKeyEnding(tx: Tx, key: ApiKey, endsAt: Date): Promise<void> {
  await updateKey(tx, key, { ends_at: endsAt })
}

export async function markKeyUsed(tx: Tx, key: ApiKey, at: Date): Promise<void> {
  await updateKey(tx, key, { last_used_at: at })
}

async function updateKey(
  tx: Tx,
  key: ApiKey,
  change: Partial<Pick<ApiKeysTable, 'revoked_at' | 'ends_at' | 'last_used_at'>>,
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set(change)
    .where('operator_id', '=', key.operatorId)
    .where('key_id', '=', key.keyId)
    .execute()
}

/**
 * Takes a mark of a key for this request: true when it was free, or last seen before `forgottenBefore`. Of two requests at once, one
 * waits here for the other.
 */
export async function takeMark(tx: Tx, key: ApiKey, mark: string, now: Date, forgottenBefore: Date): Promise<boolean> {
  const taken = await sql`
    insert into seen_requests as seen (operator_id, key_id, mark, seen_at)
    values (${key.operatorId}, ${key.keyId}, ${mark}, ${now})
    on conflict (operator_id, key_id, mark) do update set seen_at = excluded.seen_at where seen.seen_at < ${forgottenBefore}
    returning 1`.execute(tx)
  return taken.rows.length > 0
}

/** Deletes a batch of marks that nothing asks for any more, of all operators: for a system transaction. Returns how many. */
export async function forgetMarks(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from seen_requests where (operator_id, key_id, mark) in (
      select operator_id, key_id, mark from seen_requests where seen_at < ${before}
      order by seen_at limit ${limit} for update skip locked)`.execute(tx)
  return Number(numAffectedRows)
}
