import { type Context, clockSkewMs } from '../platform/index.ts'
import { runAutoOpen } from './auto-open.ts'
import { runResolver } from './resolver.ts'

/** One pass of each loop, by name. Every process runs them all; each piece of work is claimed in the database. */
export const JOBS = {
  resolver: { run: runResolver, intervalMs: (ctx: Context) => ctx.limits.resolverIntervalMs },
  'auto-open': { run: runAutoOpen, intervalMs: (ctx: Context) => ctx.limits.autoOpenIntervalMs },
} as const

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

async function loop(ctx: Context, name: string, job: (typeof JOBS)[JobName], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await clockIsRight(ctx)) await job.run(ctx)
    } catch (error) {
      ctx.log.error({ err: error, job: name }, 'a job failed; it runs again')
    }
    await ctx.clock.sleep(job.intervalMs(ctx), signal).catch(ignoreAbort)
  }
}

/** A wrong clock would take live leases, and judge calls that are under way as dead. */
async function clockIsRight(ctx: Context): Promise<boolean> {
  const skewMs = await clockSkewMs(ctx)
  if (skewMs <= ctx.limits.clockSkewMs) return true
  ctx.log.warn({ skewMs, alert: true }, 'the clock is not the database\u2019s: loops stand still')
  return false
}

/** The end of the process cuts the pause short. */
function ignoreAbort(): void {}
