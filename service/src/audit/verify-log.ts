import { endOf, later } from '../kernel/index.ts'
import { beginSnapshot, type Context, PLATFORM } from '../platform/index.ts'
import { type ChainVerdict, verifyInBatches } from './verify-audit-chain.ts'

export type LogVerdict = { isIntact: boolean; entryCount: number; fault: string | null; checkedAt: Date }

type Checks = { running: Map<number, Promise<LogVerdict>>; last: Promise<unknown>; done: Map<number, LogVerdict> }

const checksOf = new WeakMap<Context, Checks>()

/**
 * Checks the whole log of an operator, or of the platform when `operatorId` is null. A process runs one check at a time. Callers who ask for a
 * log during its check, or soon after the check of a long log, get its verdict.
 */
export async function verifyLog(ctx: Context, operatorId: number | null): Promise<LogVerdict> {
  const checks = checksOf.get(ctx) ?? { running: new Map(), last: Promise.resolve(), done: new Map() }
  checksOf.set(ctx, checks)
  const logId = operatorId ?? PLATFORM
  const done = checks.done.get(logId)
  if (done && later(done.checkedAt, reuseMs(ctx, done)) > ctx.clock.now()) return done
  return checks.running.get(logId) ?? begin(ctx, checks, logId)
}

/** How long a verdict is reused, in milliseconds. A short log is checked each time. */
function reuseMs({ limits }: Context, { entryCount }: LogVerdict): number {
  return entryCount < limits.auditLongLogCount ? 0 : entryCount
}

function begin(ctx: Context, checks: Checks, logId: number): Promise<LogVerdict> {
  const own = endOf(checks.last).then(() => check(ctx, logId))
  const ended = own.then((verdict) => checks.done.set(logId, verdict)).finally(() => checks.running.delete(logId))
  checks.running.set(logId, own)
  checks.last = endOf(ended)
  return own
}

async function check(ctx: Context, logId: number): Promise<LogVerdict> {
  const checkedAt = ctx.clock.now()
  const verdict = await verifyInBatches(
    ctx,
    (work) =>
      ctx.systemTx(async (tx) => {
        await beginSnapshot(tx)
        return work(tx)
      }),
    logId,
  )
  return { isIntact: verdict.ok, entryCount: verdict.entryCount, fault: faultOf(verdict), checkedAt }
}

function faultOf({ brokenAt, headFault }: ChainVerdict): string | null {
  if (brokenAt !== null) return `Entry ${brokenAt} is missing or was changed.`
  return headFault && `The end of the log is not as it was signed: ${headFault}.`
}
