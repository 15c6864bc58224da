import { createHash } from 'node:crypto'
import { canonicalJson } from '@coffer/fairness'

/** What an entry says. `details` is plain JSON and holds no secret. */
export type AuditEntry = { actor: string; action: string; details: unknown; at: Date }

export type ChainedEntry = AuditEntry & { operatorId: number; entryNumber: number; previousHash: string }

/** The previous hash of an operator's first entry. */
export const CHAIN_START = '0'.repeat(64)

/** SHA-256 over everything the entry says and the hash of the entry before it. */
export function entryHash(entry: ChainedEntry): string {
  const { operatorId, entryNumber, actor, action, details, previousHash } = entry
  const content = { operatorId, entryNumber, at: entry.at.toISOString(), actor, action, details, previousHash }
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}
