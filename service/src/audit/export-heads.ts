import { present } from '../kernel/index.ts'
import { beginSnapshot, type Context } from '../platform/index.ts'
import { CHAIN_START, type ExportedHead, exportHead } from './audit-entry.ts'
import { auditKeysOf } from './audit-keys.ts'
import type { AuditLogRef } from './read-audit.ts'
import { findLastEntry } from './store.ts'
import { faultOfHead } from './verify-audit-chain.ts'

/** A log that does not end at its signed head, and the reason in words. */
export type BrokenHead = { operatorId: number; operator: string; fault: string }

/**
 * The ends of these logs at this moment, signed, to be kept where the database cannot reach; and the logs that do not end where their
 * signed head says, emptied ones too: no log is ever without an entry.
 */
export async function exportHeads(
  ctx: Pick<Context, 'systemTx' | 'sealer' | 'clock'>,
  logs: readonly AuditLogRef[],
): Promise<{ heads: ExportedHead[]; faults: BrokenHead[] }> {
  return ctx.systemTx(async (tx) => {
    await beginSnapshot(tx)
    const keys = await auditKeysOf(ctx, tx)
    const key = present(keys.at(-1), 'the audit log has a key')
    const heads: ExportedHead[] = []
    const faults: BrokenHead[] = []
    for (const { operatorId, slug: operator } of logs) {
      const { entry_number: entryNumber, hash } = (await findLastEntry(tx, operatorId)) ?? NO_ENTRY
      const head = { operatorId, entryNumber, hash }
      const fault = await faultOfHead(tx, operatorId, { ...head, keyNumber: key.keyNumber }, keys)
      if (fault === null) heads.push(exportHead(head, operator, ctx.clock.now(), key))
      else faults.push({ operatorId, operator, fault })
    }
    return { heads, faults }
  })
}

const NO_ENTRY = { entry_number: 0, hash: CHAIN_START }

const logged = new WeakMap<Context, Map<number, string>>()

/**
 * Writes where each audit log ends, signed, into the log of the process, which the database cannot reach. Only what is new is written; a log
 * that does not end where it should, each time, and it keeps no other from being written. Returns how many were.
 */
export async function logFreshHeads(ctx: Context, logs: readonly AuditLogRef[]): Promise<number> {
  const known = logged.get(ctx) ?? new Map<number, string>()
  logged.set(ctx, known)
  const { heads, faults } = await exportHeads(ctx, logs)
  for (const broken of faults) ctx.alerts.raise('audit_head_broken', broken)
  const fresh = heads.filter(({ operatorId, hash }) => known.get(operatorId) !== hash)
  for (const head of fresh) {
    known.set(head.operatorId, head.hash)
    ctx.log.info({ head }, 'audit head')
  }
  return fresh.length
}
