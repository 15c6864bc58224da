import { sql } from 'kysely'
import { inLockOrder, type SealedColumn, type Tx } from '../platform/index.ts'

export type AuditRow = {
  /** `PLATFORM` for the log of the platform. */
  operator_id: number
  entry_number: number
  at: Date
  actor: string
  action: string
  details: unknown
  address: string | null
  request_id: string | null
  previous_hash: string
  hash: string
  /** Null: from before there were keys. */
  key_number: number | null
}

export type AuditKeysTable = { key_number: number; key_sealed: Buffer; created_at: Date }

export type AuditHeadsTable = {
  operator_id: number
  entry_number: number
  hash: string
  key_number: number
  signature: string
}

declare module '../platform/database.ts' {
  interface Tables {
    audit_log: AuditRow
    audit_keys: AuditKeysTable
    audit_heads: AuditHeadsTable
  }
}

export const AUDIT_KEY: SealedColumn = {
  ...{ purpose: 'audit-key', table: 'audit_keys', column: 'key_sealed', operator: null },
  ...{ key: 'key_number', keyType: 'integer', row: ['key_number'] },
}

/** Until the transaction ends, nobody else adds to this operator's chain. */
export async function lockChain(tx: Tx, operatorId: number): Promise<void> {
  inLockOrder(tx, 'audit log', operatorId)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${operatorId}`}, 0))`.execute(tx)
}

export async function findLastEntry(tx: Tx, operatorId: number): Promise<AuditRow | null> {
  const [row] = await listLastEntries(tx, operatorId, 1)
  return row ?? null
}

/** The newest entries, newest first. */
export async function listLastEntries(tx: Tx, operatorId: number, limit: number): Promise<AuditRow[]> {
  return tx
    .selectFrom('audit_log')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('entry_number', 'desc')
    .limit(limit)
    .execute()
}

export async function findEntry(tx: Tx, operatorId: number, entryNumber: number): Promise<AuditRow | null> {
  const row = await tx
    .selectFrom('audit_log')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('entry_number', '=', entryNumber)
    .executeTakeFirst()
  return row ?? null
}

/** A statement can have 65,535 parameters. */
const ROWS_PER_INSERT = 1000

export async function insertEntries(tx: Tx, rows: readonly AuditRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const part = rows.slice(start, start + ROWS_PER_INSERT)
    await tx
      .insertInto('audit_log')
      .values(part.map((row) => ({ ...row, details: JSON.stringify(row.details) })))
      .execute()
  }
}

/** Entries in order, those after `entryNumber`. */
export async function listEntriesAfter(
  tx: Tx,
  operatorId: number,
  entryNumber: number,
  limit: number,
): Promise<AuditRow[]> {
  return tx
    .selectFrom('audit_log')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('entry_number', '>', entryNumber)
    .orderBy('entry_number')
    .limit(limit)
    .execute()
}

/** Ids of the logs that have an entry; for a system transaction. */
export async function listAudited(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('audit_log').select('operator_id').distinct().orderBy('operator_id').execute()
  return rows.map(({ operator_id }) => operator_id)
}

export async function findHead(tx: Tx, operatorId: number): Promise<AuditHeadsTable | null> {
  const row = await tx.selectFrom('audit_heads').selectAll().where('operator_id', '=', operatorId).executeTakeFirst()
  return row ?? null
}

export async function upsertHead(tx: Tx, { operator_id, ...head }: AuditHeadsTable): Promise<void> {
  await tx
    .insertInto('audit_heads')
    .values({ operator_id, ...head })
    .onConflict((conflict) => conflict.column('operator_id').doUpdateSet(head))
    .execute()
}

/** The keys of the log, ascending by number. */
export async function listAuditKeys(tx: Tx): Promise<Pick<AuditKeysTable, 'key_number' | 'key_sealed'>[]> {
  return tx.selectFrom('audit_keys').select(['key_number', 'key_sealed']).orderBy('key_number').execute()
}

/** The key that signs. */
export async function findNewestKey(tx: Tx): Promise<Pick<AuditKeysTable, 'key_number' | 'key_sealed'> | null> {
  const row = await tx
    .selectFrom('audit_keys')
    .select(['key_number', 'key_sealed'])
    .orderBy('key_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function insertAuditKey(tx: Tx, row: AuditKeysTable): Promise<void> {
  await tx.insertInto('audit_keys').values(row).execute()
}
