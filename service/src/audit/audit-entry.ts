import { createHash, createHmac } from 'node:crypto'
import type { AuditAction } from '@coffer/contract/audit'
import { canonicalJson } from '@coffer/fairness'

/** An actor with the request by which they act. */
export type RequestActor = {
  /** The id of an API key, or `staff:` and a staff id. */
  id: string
  /** Null when the address of the request is not known. */
  address: string | null
  requestId: string
}

/** The actor of an entry. Without a request it is an id alone: `cli`, or `system` and other ids of the service itself. */
export type Actor = string | RequestActor

export function actorIdOf(actor: Actor): string {
  return typeof actor === 'string' ? actor : actor.id
}

/**
 * What an entry records. `details` is plain JSON and holds no secret and no personal data. Names in it that every entry shares: `changes`, a
 * list of `{field, from, to}`; `reason`; and the ids by which entries are found (`audit-object.ts`).
 */
export type AuditEntry = { actor: Actor; action: AuditAction; details: object; at: Date }

/** The signed content of an entry. */
export type ChainedEntry = {
  /** `PLATFORM` for the log of the platform. */
  operatorId: number
  entryNumber: number
  at: Date
  actor: string
  action: string
  details: unknown
  address: string | null
  requestId: string | null
  previousHash: string
}

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

/** Entries without a request are signed as they were before requests were recorded. */
function contentOf(entry: ChainedEntry) {
  const { operatorId, entryNumber, actor, action, details, previousHash, at, address, requestId } = entry
  const content = { operatorId, entryNumber, at: at.toISOString(), actor, action, details, previousHash }
  return { ...content, ...(address !== null && { address }), ...(requestId !== null && { requestId }) }
}

/** `what` keeps signatures of one kind from standing for another. */
function sign(key: AuditKey, what: string, content: object): string {
  const signed = canonicalJson({ what, keyNumber: key.keyNumber, content })
  return createHmac('sha256', key.bytes).update(signed).digest('hex')
}
