import { type Context, PLATFORM, type Tx } from '../platform/index.ts'
import {
  type AuditKey,
  CHAIN_START,
  type ExportedHead,
  entryHash,
  formerEntryHash,
  headSignature,
  isExportedWith,
} from './audit-entry.ts'
import { auditKeysOf } from './audit-keys.ts'
import { type AuditRow, findEntry, findHead, listEntriesAfter } from './store.ts'

/**
 * `brokenAt` is the first entry that is missing, was changed, or was chained by somebody without the key. `headFault` says, in words, why
 * the log does not end where its signed head says; null when it does.
 */
export type ChainVerdict = { ok: boolean; entryCount: number; brokenAt: number | null; headFault: string | null }

type Link = { entryNumber: number; hash: string; keyNumber: number }

const BATCH_COUNT = 1000
/** Of entries from before there were keys. */
const NO_KEY = 0

/** Recomputes an operator's whole chain with the keys of the log, and holds its end against its signed head. */
export async function verifyAuditChain(
  ctx: Pick<Context, 'sealer'>,
  tx: Tx,
  operatorId: number,
): Promise<ChainVerdict> {
  const keys = await auditKeysOf(ctx, tx)
  let last: Link = { entryNumber: 0, hash: CHAIN_START, keyNumber: NO_KEY }
  for (;;) {
    const rows = await listEntriesAfter(tx, operatorId, last.entryNumber, BATCH_COUNT)
    for (const row of rows) {
      if (!follows(row, last, keys)) {
        const brokenAt = last.entryNumber + 1
        return { ok: false, entryCount: last.entryNumber, brokenAt, headFault: null }
      }
      last = linkOf(row)
    }
    if (rows.length < BATCH_COUNT) break
  }
  const headFault = await faultOfHead(tx, operatorId, last, keys)
  return { ok: headFault === null, entryCount: last.entryNumber, brokenAt: null, headFault }
}

const linkOf = (row: AuditRow): Link => ({
  entryNumber: row.entry_number,
  hash: row.hash,
  keyNumber: row.key_number ?? NO_KEY,
})

/** Once a chain is signed it stays signed, and a key that was replaced signs nothing more. */
function follows(row: AuditRow, last: Link, keys: readonly AuditKey[]): boolean {
  const { keyNumber } = linkOf(row)
  const key = keys.find((one) => one.keyNumber === keyNumber)
  if (keyNumber < last.keyNumber || (keyNumber !== NO_KEY && key === undefined)) return false
  const { actor, action, details, at, address, operator_id: operatorId, request_id: requestId } = row
  const { entryNumber, hash: previousHash } = { ...last, entryNumber: last.entryNumber + 1 }
  const entry = { operatorId, entryNumber, at, actor, action, details, address, requestId, previousHash }
  const expected = key === undefined ? formerEntryHash(entry) : entryHash(entry, key)
  return row.entry_number === entryNumber && row.previous_hash === previousHash && row.hash === expected
}

/** Keys and log have to be of one moment. */
export async function faultOfHead(
  tx: Tx,
  operatorId: number,
  last: Link,
  keys: readonly AuditKey[],
): Promise<string | null> {
  const head = await findHead(tx, operatorId)
  if (head === null) {
    // Every operator has an entry from the start; the log of the platform begins with its first one.
    return operatorId === PLATFORM && last.entryNumber === 0 ? null : 'its signed head is missing'
  }
  const key = keys.find(({ keyNumber }) => keyNumber === head.key_number)
  const { entry_number: entryNumber, hash, signature } = head
  if (key === undefined || signature !== headSignature({ operatorId, entryNumber, hash }, key)) {
    return 'its head was not signed with a key of ours'
  }
  if (key !== keys.at(-1)) return `its head was signed with key ${key.keyNumber}, which has been replaced`
  if (entryNumber > last.entryNumber)
    return `it ends at entry ${last.entryNumber}, and its head is entry ${entryNumber}`
  return last.entryNumber === entryNumber && last.hash === hash ? null : `its head is another entry ${entryNumber}`
}

/**
 * Why an operator's log is not the one that a head was exported from, in words; null when it is, and has only grown since. The chain
 * itself is {@link verifyAuditChain}'s to check.
 */
export async function faultOfExportedHead(
  ctx: Pick<Context, 'sealer'>,
  tx: Tx,
  head: ExportedHead,
): Promise<string | null> {
  const key = (await auditKeysOf(ctx, tx)).find(({ keyNumber }) => keyNumber === head.keyNumber)
  if (key === undefined || !isExportedWith(head, key)) return 'the exported head was changed, or is not of this service'
  const entry = await findEntry(tx, head.operatorId, head.entryNumber)
  if (entry === null)
    return `entry ${head.entryNumber} was there at ${head.at}, and is gone: the end of the log was cut`
  return entry.hash === head.hash ? null : `entry ${head.entryNumber} is not the one that was there at ${head.at}`
}
