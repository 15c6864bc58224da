import { settingsSchema } from '@coffer/contract/settings'
import { listActiveOperators } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'

type Figure = { count: number; readAt: number }

const DEFAULT_COUNT = settingsSchema({ production: false }).parse({}).rateLimits.initPerMinute
const figures = new WeakMap<Context, Figure>()

/** How many launch tokens that are nobody's an address may send in a minute: the strictest `initPerMinute` of any operator. */
export async function strangerInitPerMinute(ctx: Context): Promise<number> {
  const known = figures.get(ctx)
  if (known && ctx.clock.mono() - known.readAt < ctx.limits.strangerLimitMs) return known.count
  const operators = await ctx.systemTx(listActiveOperators)
  const counts = operators.map(({ settings }) => settings.rateLimits.initPerMinute)
  const count = counts.length === 0 ? DEFAULT_COUNT : Math.min(...counts)
  figures.set(ctx, { count, readAt: ctx.clock.mono() })
  return count
}
