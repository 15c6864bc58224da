import { present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type AuditEntry, CHAIN_START, entryHash, headSignature } from './audit-entry.ts'
import { openAuditKey } from './open-audit-key.ts'
import { findLastEntry, findNewestKey, insertEntry, lockChain, upsertHead } from './store.ts'

/**
 * Adds an entry to the operator's chain, in the transaction of the change itself. Returns its number, which rises by one per
 * entry of the operator. Two writers of one operator wait for each other, so call it last.
 */
export async function appendAudit(
  ctx: Pick<Context, 'sealer'>,
  tx: Tx,
  operatorId: number,
  entry: AuditEntry,
): Promise<number> {
  await lockChain(tx, operatorId)
  // After the lock: while it was waited for, the key may have changed.
  const key = openAuditKey(ctx, present(await findNewestKey(tx), 'the audit log has a key'))
  const last = await findLastEntry(tx, operatorId)
  const chained = {
    ...entry,
    details: JSON.parse(JSON.stringify(entry.details)) as unknown,
    operatorId,
    entryNumber: (last?.entry_number ?? 0) + 1,
    previousHash: last?.hash ?? CHAIN_START,
  }
  const { entryNumber } = chained
  const hash = entryHash(chained, key)
  await insertEntry(tx, {
    operator_id: operatorId,
    entry_number: entryNumber,
    at: chained.at,
    actor: chained.actor,
    action: chained.action,
    details: chained.details,
    previous_hash: chained.previousHash,
    hash,
    key_number: key.keyNumber,
  })
  const signature = headSignature({ operatorId, entryNumber, hash }, key)
  await upsertHead(tx, {
    operator_id: operatorId,
    entry_number: entryNumber,
    hash,
    key_number: key.keyNumber,
    signature,
  })
  return entryNumber
}
