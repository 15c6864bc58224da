import type { Context } from '../platform/index.ts'
import type { AuditEntry } from './audit-entry.ts'
import { listLastEntries } from './store.ts'

export type ShownEntry = AuditEntry & { entryNumber: number }

/** The newest entries of an operator's log, oldest first. */
export async function readAudit(
  ctx: Pick<Context, 'systemTx'>,
  operatorId: number,
  count: number,
): Promise<ShownEntry[]> {
  const rows = await ctx.systemTx((tx) => listLastEntries(tx, operatorId, count))
  return rows
    .toReversed()
    .map(({ entry_number: entryNumber, at, actor, action, details }) => ({ entryNumber, at, actor, action, details }))
}
