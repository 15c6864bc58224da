import { type Context, PLATFORM } from '../platform/index.ts'
import { beginReadingAudit } from './store.ts'
import { type ChainVerdict, verifyAuditChain } from './verify-audit-chain.ts'

export type LogVerdict = { isIntact: boolean; entryCount: number; fault: string | null; checkedAt: Date }

const runningOf = new WeakMap<Context, Map<number, Promise<LogVerdict>>>()

/**
 * Checks the whole log of an operator, or of the platform when `operatorId` is null. Callers that ask while the log is being checked get the
 * same verdict: a check reads every entry.
 */
export async function verifyLog(ctx: Context, operatorId: number | null): Promise<LogVerdict> {
  const running = runningOf.get(ctx) ?? new Map<number, Promise<LogVerdict>>()
  runningOf.set(ctx, running)
  const logId = operatorId ?? PLATFORM
  const begun = running.get(logId) ?? check(ctx, logId).finally(() => running.delete(logId))
  running.set(logId, begun)
  return begun
}

async function check(ctx: Context, logId: number): Promise<LogVerdict> {
  const verdict = await ctx.systemTx(async (tx) => {
    await beginReadingAudit(tx)
    return verifyAuditChain(ctx, tx, logId)
  })
  const { ok: isIntact, entryCount } = verdict
  return { isIntact, entryCount, fault: faultOf(verdict), checkedAt: ctx.clock.now() }
}

function faultOf({ brokenAt, headFault }: ChainVerdict): string | null {
  if (brokenAt !== null) return `Entry ${brokenAt} is missing or was changed.`
  return headFault && `The log does not end at its signed head: ${headFault}.`
}
