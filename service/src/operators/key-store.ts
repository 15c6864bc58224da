import { sql } from 'kysely'
import type { SealedColumn, Tx } from '../platform/index.ts'
import type { ApiKey } from './api-key.ts'
import type { Operator } from './operator.ts'
import { OPERATOR_COLUMNS, toOperator } from './store.ts'

type ApiKeysTable = {
  operator_id: number
  key_id: string
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
  'api_keys.scopes',
  'api_keys.require_nonce',
  'api_keys.last_used_at',
  'api_keys.ends_at',
  'api_keys.revoked_at',
] as const

function toKey(row: Pick<ApiKeysTable, Exclude<keyof ApiKeysTable, 'secret_sealed' | 'created_at'>>): ApiKey {
  return {
    operatorId: row.operator_id,
    keyId: row.key_id,
    scopes: row.scopes,
    requireNonce: row.require_nonce,
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

/** Keys of an operator, ended ones too, oldest first. */
export async function listKeys(tx: Tx, operatorId: number): Promise<ApiKey[]> {
  const rows = await tx
    .selectFrom('api_keys')
    .select(KEY_COLUMNS)
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute()
  return rows.map(toKey)
}

/** Nobody else changes the key until the transaction ends. */
export async function lockKey(tx: Tx, operatorId: number, keyId: string): Promise<ApiKey | null> {
  const row = await tx
    .selectFrom('api_keys')
    .select(KEY_COLUMNS)
    .where('operator_id', '=', operatorId)
    .where('key_id', '=', keyId)
    .forUpdate()
    .executeTakeFirst()
  return row ? toKey(row) : null
}

export async function insertKey(
  tx: Tx,
  row: Omit<ApiKeysTable, 'last_used_at' | 'ends_at' | 'revoked_at'>,
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

async function updateKey(tx: Tx, key: ApiKey, change: Partial<ApiKeysTable>): Promise<void> {
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
