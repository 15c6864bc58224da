import type { Context, Tx } from '../platform/index.ts'
import {
  type AuditKey,
  CHAIN_START,
  type ChainedEntry,
  type ExportedHead,
  entryHash,
  formerEntryHash,
  headSignature,
  isExportedWith,
} from './audit-entry.ts'
import { auditKeysOf } from './audit-keys.ts'
import { type AuditRow, findEntry, findHead, findLastEntry, listEntriesAfter } from './store.ts'

/**
 * `brokenAt` is the first entry that is missing, was changed, or was chained by somebody without the key. `headFault` says, in words, why
 * the log does not end where its signed head says; null when it does.
 */
export type ChainVerdict = { ok: boolean; entryCount: number; brokenAt: number | null; headFault: string | null }

type Link = { entryNumber: number; hash: string; keyNumber: number }

/** Few enough that hashing them does not hold up other requests of the process. */
const BATCH_COUNT = 200
/** Of entries from before there were keys. */
const NO_KEY = 0

/** Runs work in a transaction that reads one moment: one for all calls, or one for each. */
type ReadAudit = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Recomputes a whole chain with the keys of the log, and compares its end with its signed head. */
export function verifyAuditChain(ctx: Pick<Context, 'sealer'>, tx: Tx, logId: number): Promise<ChainVerdict> {
  return verifyInBatches(ctx, (work) => work(tx), logId)
}

/**
 * The same in several transactions. Reads the end first, then the entries up to it: they never change, so that no transaction has to stay open
 * for as long as the check.
 */
export async function verifyInBatches(
  ctx: Pick<Context, 'sealer'>,
  read: ReadAudit,
  logId: number,
): Promise<ChainVerdict> {
  const { keys, end, headFault } = await read(async (tx) => {
    const keys = await auditKeysOf(ctx, tx)
    const newest = await findLastEntry(tx, logId)
    const end = newest === null ? CHAIN_BEGIN : linkOf(newest)
    return { keys, end, headFault: await faultOfHead(tx, logId, end, keys) }
  })
  let last = CHAIN_BEGIN
  while (last.entryNumber < end.entryNumber) {
    const { entryNumber } = last
    const limit = Math.min(BATCH_COUNT, end.entryNumber - entryNumber)
    const rows = await read((tx) => listEntriesAfter(tx, logId, entryNumber, limit))
    for (const row of rows) {
      if (!follows(row, last, keys)) return brokenAfter(last)
      last = linkOf(row)
    }
    if (rows.length < limit) return brokenAfter(last)
  }
  return { ok: headFault === null, entryCount: last.entryNumber, brokenAt: null, headFault }
}

const CHAIN_BEGIN: Link = { entryNumber: 0, hash: CHAIN_START, keyNumber: NO_KEY }

function brokenAfter({ entryNumber }: Link): ChainVerdict {
  return { ok: false, entryCount: entryNumber, brokenAt: entryNumber + 1, headFault: null }
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
  return row.entry_number === entryNumber && row.previous_hash === previousHash && row.hash === hashOrNull(entry, key)
}

/** Null for details that no entry was ever written with, such as a fraction. */
function hashOrNull(entry: ChainedEntry, key: AuditKey | undefined): string | null {
  try {
    return key === undefined ? formerEntryHash(entry) : entryHash(entry, key)
  } catch {
    return null
  }
}

/** Keys and log have to be of one moment. */
export async function faultOfHead(
  tx: Tx,
  operatorId: number,
  last: Link,
  keys: readonly AuditKey[],
): Promise<string | null> {
  const head = await findHead(tx, operatorId)
  if (head === null) return 'its signed head is missing'
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
