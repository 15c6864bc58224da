import { createHash, createHmac } from 'node:crypto'
import { canonicalJson } from '@coffer/fairness'

/** What an entry says. `details` is plain JSON and holds no secret. */
export type AuditEntry = { actor: string; action: string; details: unknown; at: Date }

export type ChainedEntry = AuditEntry & { operatorId: number; entryNumber: number; previousHash: string }

/** A key that entries are signed with, open. */
export type AuditKey = { keyNumber: number; bytes: Buffer }

/** The end of an operator's log: its last entry, by number and hash. */
export type Head = { operatorId: number; entryNumber: number; hash: string }

/** A head as it is handed out, so that it can be held against the log later: whose, when, and signed. */
export type ExportedHead = Head & { operator: string; at: string; keyNumber: number; signature: string }

/** The previous hash of an operator's first entry. */
export const CHAIN_START = '0'.repeat(64)

/** What chains an entry to the one before it: an HMAC over both, which nobody without the key can compute. */
export function entryHash(entry: ChainedEntry, key: AuditKey): string {
  return sign(key, 'entry', contentOf(entry))
}

/** What chained entries before there were keys. */
export function formerEntryHash(entry: ChainedEntry): string {
  return createHash('sha256')
    .update(canonicalJson(contentOf(entry)))
    .digest('hex')
}

/** The signature of the head that is kept in the database. No other signature can stand in its place. */
export function headSignature({ operatorId, entryNumber, hash }: Head, key: AuditKey): string {
  return sign(key, 'head', { operatorId, entryNumber, hash })
}

export function exportHead(head: Head, operator: string, at: Date, key: AuditKey): ExportedHead {
  const { operatorId, entryNumber, hash } = head
  const exported = { operator, operatorId, entryNumber, hash, at: at.toISOString(), keyNumber: key.keyNumber }
  return { ...exported, signature: sign(key, 'exported head', exported) }
}

/** Whether a head was exported with this key, and not changed since. */
export function isExportedWith({ signature, ...exported }: ExportedHead, key: AuditKey): boolean {
  const { operator, operatorId, entryNumber, hash, at, keyNumber } = exported
  return signature === sign(key, 'exported head', { operator, operatorId, entryNumber, hash, at, keyNumber })
}

function contentOf({ operatorId, entryNumber, actor, action, details, previousHash, at }: ChainedEntry) {
  return { operatorId, entryNumber, at: at.toISOString(), actor, action, details, previousHash }
}

/** `what` keeps signatures of one kind from standing for another. */
function sign(key: AuditKey, what: string, content: object): string {
  const signed = canonicalJson({ what, keyNumber: key.keyNumber, content })
  return createHmac('sha256', key.bytes).update(signed).digest('hex')
}
