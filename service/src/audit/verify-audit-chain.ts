import type { Tx } from '../platform/index.ts'
import { CHAIN_START, entryHash } from './audit-entry.ts'
import { type AuditRow, listEntriesAfter } from './store.ts'

export type ChainVerdict = { ok: true; entryCount: number } | { ok: false; brokenAt: number }

const BATCH_COUNT = 1000

/** Recomputes an operator's whole chain. `brokenAt` is the first entry number that is missing or was changed. */
export async function verifyAuditChain(tx: Tx, operatorId: number): Promise<ChainVerdict> {
  let entryCount = 0
  let previousHash = CHAIN_START
  for (;;) {
    const rows = await listEntriesAfter(tx, operatorId, entryCount, BATCH_COUNT)
    for (const row of rows) {
      if (!follows(row, entryCount + 1, previousHash)) return { ok: false, brokenAt: entryCount + 1 }
      entryCount += 1
      previousHash = row.hash
    }
    if (rows.length < BATCH_COUNT) return { ok: true, entryCount }
  }
}

function follows(row: AuditRow, entryNumber: number, previousHash: string): boolean {
  const { actor, action, details, at, operator_id: operatorId } = row
  const expected = entryHash({ operatorId, entryNumber, at, actor, action, details, previousHash })
  return row.entry_number === entryNumber && row.previous_hash === previousHash && row.hash === expected
}
