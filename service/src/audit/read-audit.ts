import { type Context, PLATFORM, type Tx } from '../platform/index.ts'
import { type AuditRow, findHead, findLastEntry, listLastEntries } from './store.ts'

/** A log by the operator whose it is. */
export type Log = { operatorId: number; slug: string }

/** The log of the platform. No slug of an operator has parentheses. */
export const PLATFORM_LOG: Log = { operatorId: PLATFORM, slug: '(platform)' }

/** The logs of these operators and that of the platform, once it has an entry: it begins with the first one. For a system transaction. */
export async function withPlatformLog(tx: Tx, operators: readonly Log[]): Promise<Log[]> {
  const hasBegun = (await findHead(tx, PLATFORM)) !== null || (await findLastEntry(tx, PLATFORM)) !== null
  return hasBegun ? [...operators, PLATFORM_LOG] : [...operators]
}

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
