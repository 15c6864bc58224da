import { logFreshHeads, PLATFORM_LOG } from '../audit/index.ts'
import { rest } from '../kernel/index.ts'
import { checkByProviders, eraseExpiredKyc, sweepKycImages } from '../kyc/index.ts'
import { listAllOperators } from '../operators/index.ts'
import { type Context, reportFailure } from '../platform/index.ts'
import { fetchRates } from '../rates/index.ts'
import { addAllDailyTotals } from '../reports/index.ts'
import { sweepBuckets } from '../throttle/index.ts'
import { placeAllHistory } from '../wallet/index.ts'
import { runAutoOpen } from './auto-open.ts'
import { runFillBackorders } from './fill-backorders.ts'
import { runCancelPayouts, runExpireItems, runForget, runPublishScheduled } from './overdue.ts'
import { beginResolver, runResolver } from './resolver.ts'
import { beginWebhooks, runSendWebhooks } from './send-webhooks.ts'

/** A loop. One that can `begin` does not wait for what its pass has begun, which waits for others' answers. */
type Job = {
  run(ctx: Context): Promise<number>
  begin?(ctx: Context, signal: AbortSignal): Promise<{ ended: Promise<unknown> }>
  intervalMs(ctx: Context): number
}

/** One pass of each loop, by name. Every process runs them all; each piece of work is claimed in the database. */
export const JOBS = {
  resolver: {
    run: runResolver,
    begin: beginResolver,
    intervalMs: (ctx: Context) => ctx.limits.resolverIntervalMs,
  },
  history: { run: placeAllHistory, intervalMs: (ctx: Context) => ctx.limits.historyIntervalMs },
  'daily-totals': { run: addAllDailyTotals, intervalMs: (ctx: Context) => ctx.limits.dailyTotalsIntervalMs },
  'auto-open': { run: runAutoOpen, intervalMs: (ctx: Context) => ctx.limits.autoOpenIntervalMs },
  'cancel-payouts': { run: runCancelPayouts, intervalMs: (ctx: Context) => ctx.limits.payoutCancelIntervalMs },
  'publish-scheduled': { run: runPublishScheduled, intervalMs: (ctx: Context) => ctx.limits.scheduleIntervalMs },
  'expire-items': { run: runExpireItems, intervalMs: (ctx: Context) => ctx.limits.expiryIntervalMs },
  'fill-backorders': { run: runFillBackorders, intervalMs: (ctx: Context) => ctx.limits.backorderIntervalMs },
  'check-kyc': { run: checkByProviders, intervalMs: (ctx: Context) => ctx.limits.kycCheckIntervalMs },
  'keep-kyc': {
    run: async (ctx: Context) => (await eraseExpiredKyc(ctx)) + (await sweepKycImages(ctx)),
    intervalMs: (ctx: Context) => ctx.limits.kycKeepIntervalMs,
  },
  rates: { run: fetchRates, intervalMs: (ctx: Context) => ctx.limits.feedIntervalMs },
  webhooks: {
    run: runSendWebhooks,
    begin: beginWebhooks,
    intervalMs: (ctx: Context) => ctx.limits.webhooksIntervalMs,
  },
  'tell-audit-heads': {
    run: async (ctx: Context) => logFreshHeads(ctx, [...(await ctx.systemTx(listAllOperators)), PLATFORM_LOG]),
    intervalMs: (ctx: Context) => ctx.limits.auditHeadsIntervalMs,
  },
  forget: { run: runForget, intervalMs: (ctx: Context) => ctx.limits.forgetIntervalMs },
  'sweep-buckets': { run: sweepBuckets, intervalMs: (ctx: Context) => ctx.limits.bucketSweepIntervalMs },
} as const satisfies Record<string, Job>

export type JobName = keyof typeof JOBS

/** Starts the loops of a process. The returned function stops them and waits for the passes that are under way. */
export function startJobs(ctx: Context): () => Promise<void> {
  const ending = new AbortController()
  const loops = Object.entries(JOBS).map(([name, job]) => loop(ctx, name, job, ending.signal))
  return async () => {
    ending.abort()
    await Promise.all(loops)
  }
}

async function loop(ctx: Context, name: string, job: Job, signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<unknown>>()
  while (!signal.aborted) {
    try {
      if (await clockIsRight(ctx)) await onePass(ctx, job, signal, underWay)
    } catch (error) {
      reportFailure(ctx, error, { job: name }, 'a job failed; it runs again')
    }
    await rest(ctx.clock, job.intervalMs(ctx), signal)
  }
  await Promise.all(underWay)
}

async function onePass(ctx: Context, job: Job, signal: AbortSignal, underWay: Set<Promise<unknown>>): Promise<void> {
  if (!job.begin) {
    await job.run(ctx)
    return
  }
  const { ended } = await job.begin(ctx, signal)
  underWay.add(ended)
  void ended.finally(() => underWay.delete(ended))
}

/** A wrong clock would take live leases, and judge calls that are under way as dead. */
function clockIsRight(ctx: Context): Promise<boolean> {
  return ctx.systemStatements((tx) => ctx.clockWatch.isRight(tx))
}
