import { createHash } from 'node:crypto'
import { canonicalJson } from '@coffer/fairness'
import type { Rows } from './rows.ts'

type Entry = Record<'operator_id' | 'entry_number' | 'actor' | 'action', string> & { at: Date; details: object }

/** What chained an entry before there were keys: a hash that everybody can compute. */
export function formerHash(entry: Entry, previousHash: string): string {
  const { actor, action, details } = entry
  const names = { operatorId: Number(entry.operator_id), entryNumber: Number(entry.entry_number) }
  const content = { ...names, at: entry.at.toISOString(), actor, action, details, previousHash }
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

/** The logs of all operators as they were before there were keys: chained by a hash alone, without heads. */
export async function toFormerAudit({ query }: Pick<Rows, 'query'>): Promise<void> {
  const entries = await query<Entry>('select * from audit_log order by operator_id, entry_number')
  let previousHash = ''
  for (const entry of entries) {
    if (entry.entry_number === '1') previousHash = '0'.repeat(64)
    const hash = formerHash(entry, previousHash)
    await query(
      `update audit_log set hash = $1, previous_hash = $2, key_number = null
       where operator_id = $3 and entry_number = $4`,
      [hash, previousHash, entry.operator_id, entry.entry_number],
    )
    previousHash = hash
  }
  await query('delete from audit_keys; delete from audit_heads')
}
