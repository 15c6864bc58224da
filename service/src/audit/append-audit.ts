import { present } from '../kernel/index.ts'
import { type Context, PLATFORM, type Tx } from '../platform/index.ts'
import { type Actor, type AuditEntry, type AuditKey, CHAIN_START, entryHash, headSignature } from './audit-entry.ts'
import { openAuditKey } from './open-audit-key.ts'
import { type AuditRow, findLastEntry, findNewestKey, insertEntries, lockChain, upsertHead } from './store.ts'

/**
 * Adds an entry to the log of an operator, or of the platform when `operatorId` is null, in the transaction of the change itself. Returns its
 * number, which rises by one per entry of a log. Two writers of one log wait for each other, so call it last.
 */
export async function appendAudit(
  ctx: Pick<Context, 'sealer'>,
  tx: Tx,
  operatorId: number | null,
  entry: AuditEntry,
): Promise<number> {
  return present(await appendEntries(ctx, tx, operatorId, [entry]), 'an entry was added')
}

/** Adds entries in the order given, like `appendAudit`. Returns the number of the last one; null when there is none. */
export async function appendEntries(
  ctx: Pick<Context, 'sealer'>,
  tx: Tx,
  operatorId: number | null,
  entries: readonly AuditEntry[],
): Promise<number | null> {
  if (entries.length === 0) return null
  const logId = operatorId ?? PLATFORM
  await lockChain(tx, logId)
  // After the lock: while it was waited for, the key may have changed.
  const key = openAuditKey(ctx, present(await findNewestKey(tx), 'the audit log has a key'))
  const last = await findLastEntry(tx, logId)
  const rows: AuditRow[] = []
  for (const entry of entries) rows.push(chain(entry, rows.at(-1) ?? last, logId, key))
  await insertEntries(tx, rows)
  const { entry_number: entryNumber, hash } = present(rows.at(-1), 'at least one entry is added')
  const signature = headSignature({ operatorId: logId, entryNumber, hash }, key)
  await upsertHead(tx, { operator_id: logId, entry_number: entryNumber, hash, key_number: key.keyNumber, signature })
  return entryNumber
}

/** The row of an entry that follows `previous`; null: it is the first. */
function chain(entry: AuditEntry, previous: AuditRow | null, logId: number, key: AuditKey): AuditRow {
  const chained = {
    operatorId: logId,
    entryNumber: (previous?.entry_number ?? 0) + 1,
    at: entry.at,
    ...actorColumns(entry.actor),
    action: entry.action,
    details: JSON.parse(JSON.stringify(entry.details)) as unknown,
    previousHash: previous?.hash ?? CHAIN_START,
  }
  return {
    operator_id: logId,
    entry_number: chained.entryNumber,
    at: chained.at,
    actor: chained.actor,
    action: chained.action,
    details: chained.details,
    address: chained.address,
    request_id: chained.requestId,
    previous_hash: chained.previousHash,
    hash: entryHash(chained, key),
    key_number: key.keyNumber,
  }
}

function actorColumns(actor: Actor): { actor: string; address: string | null; requestId: string | null } {
  if (typeof actor === 'string') return { actor, address: null, requestId: null }
  return { actor: actor.id, address: actor.address, requestId: actor.requestId }
}
