import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'

export type AuditRow = {
  operator_id: number
  entry_number: number
  at: Date
  actor: string
  action: string
  details: unknown
  previous_hash: string
  hash: string
}

declare module '../platform/database.ts' {
  interface Tables {
    audit_log: AuditRow
  }
}

/** Until the transaction ends, nobody else adds to this operator's chain. */
export async function lockChain(tx: Tx, operatorId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${operatorId}`}, 0))`.execute(tx)
}

export async function findLastEntry(tx: Tx, operatorId: number): Promise<AuditRow | null> {
  const row = await tx
    .selectFrom('audit_log')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('entry_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function insertEntry(tx: Tx, row: AuditRow): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ ...row, details: JSON.stringify(row.details) })
    .execute()
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
