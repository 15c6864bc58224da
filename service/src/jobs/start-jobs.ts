import type { Context } from '../platform/index.ts'
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
      await job.run(ctx)
    } catch (error) {
      ctx.log.error({ err: error, job: name }, 'a job failed; it runs again')
    }
    await ctx.clock.sleep(job.intervalMs(ctx), signal).catch(ignoreAbort)
  }
}

/** The end of the process cuts the pause short. */
function ignoreAbort(): void {}
