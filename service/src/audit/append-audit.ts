import type { Tx } from '../platform/index.ts'
import { type AuditEntry, CHAIN_START, entryHash } from './audit-entry.ts'
import { findLastEntry, insertEntry, lockChain } from './store.ts'

/**
 * Adds an entry to the operator's chain, in the transaction of the change itself. Returns its number, which rises by one per
 * entry of the operator. Two writers of one operator wait for each other, so call it last.
 */
export async function appendAudit(tx: Tx, operatorId: number, entry: AuditEntry): Promise<number> {
  await lockChain(tx, operatorId)
  const last = await findLastEntry(tx, operatorId)
  const chained = {
    ...entry,
    details: JSON.parse(JSON.stringify(entry.details)) as unknown,
    operatorId,
    entryNumber: (last?.entry_number ?? 0) + 1,
    previousHash: last?.hash ?? CHAIN_START,
  }
  await insertEntry(tx, {
    operator_id: operatorId,
    entry_number: chained.entryNumber,
    at: chained.at,
    actor: chained.actor,
    action: chained.action,
    details: chained.details,
    previous_hash: chained.previousHash,
    hash: entryHash(chained),
  })
  return chained.entryNumber
}
