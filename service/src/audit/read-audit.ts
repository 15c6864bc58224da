import { type Context, PLATFORM } from '../platform/index.ts'
import { type AuditRow, listLastEntries } from './store.ts'

/** An audit log: id and slug of its operator. */
export type AuditLogRef = { operatorId: number; slug: string }

/** The log of the platform. No slug of an operator has parentheses. */
export const PLATFORM_LOG: AuditLogRef = { operatorId: PLATFORM, slug: '(platform)' }

export type ShownEntry = {
  entryNumber: number
  at: Date
  actor: string
  action: string
  address: string | null
  requestId: string | null
  details: unknown
}

/** The newest entries of a log, oldest first. */
export async function readAudit(ctx: Pick<Context, 'systemTx'>, logId: number, count: number): Promise<ShownEntry[]> {
  const rows = await ctx.systemTx((tx) => listLastEntries(tx, logId, count))
  return rows.toReversed().map(shown)
}

function shown({ entry_number, at, actor, action, address, request_id, details }: AuditRow): ShownEntry {
  return { entryNumber: entry_number, at, actor, action, address, requestId: request_id, details }
}
