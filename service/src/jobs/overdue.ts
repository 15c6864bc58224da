import { cancelOverduePayout, expireItems, listOverduePayouts } from '../inventory/index.ts'
import { days, later } from '../kernel/index.ts'
import { listActiveOperators, listAllOperators, type Operator } from '../operators/index.ts'
import { type Context, isDatabaseGone } from '../platform/index.ts'
import { forgetEvents } from '../webhooks/index.ts'

/** Lets free items of each operator expire when their time has passed. Returns how many did. */
export async function runExpireItems(ctx: Context): Promise<number> {
  let count = 0
  for (const operator of await ctx.systemTx(listActiveOperators)) {
    try {
      count += await expireItems(ctx, operator)
    } catch (error) {
      if (isDatabaseGone(error)) throw error
      ctx.log.error({ err: error, operator: operator.slug }, 'items of an operator could not expire')
    }
  }
  return count
}

/** Cancels payouts that nobody has confirmed in time. Returns how many it looked at. */
export async function runCancelPayouts(ctx: Context): Promise<number> {
  const count = ctx.limits.payoutCancelBatchCount
  for (let seen = 0; ; ) {
    const overdue = await ctx.systemTx((tx) => listOverduePayouts(tx, ctx.clock.now(), count))
    const ended = await Promise.all(overdue.map((payout) => cancelOne(ctx, payout)))
    seen += overdue.length
    // One that could not be cancelled is still overdue, and would be found again at once.
    if (overdue.length < count || ended.includes(false)) return seen
  }
}

async function cancelOne(ctx: Context, payout: Parameters<typeof cancelOverduePayout>[1]): Promise<boolean> {
  try {
    await cancelOverduePayout(ctx, payout)
    return true
  } catch (error) {
    if (isDatabaseGone(error)) throw error
    ctx.log.error({ err: error, ...payout }, 'an overdue payout could not be cancelled')
    return false
  }
}

/** How far a process has looked, by operator, and since when: what had to stay is not looked at again each time. */
type Looked = { to: number; since: Date }
const lookedOf = new WeakMap<Context, Map<number, Looked>>()

/** Lets go what operators keep no longer, those that are suspended too, until nothing more is that old. Returns how many events. */
export async function runForget(ctx: Context): Promise<number> {
  let count = 0
  for (const operator of await ctx.systemTx(listAllOperators)) {
    try {
      count += await forgetEventsOf(ctx, operator)
    } catch (error) {
      if (isDatabaseGone(error)) throw error
      ctx.log.error({ err: error, operator: operator.slug }, 'events of an operator could not be forgotten')
    }
  }
  return count
}

async function forgetEventsOf(ctx: Context, { operatorId, settings }: Operator): Promise<number> {
  const { retentionDays } = settings.webhooks
  if (retentionDays === null) return 0
  const looked = lookedAt(ctx, operatorId)
  const before = later(ctx.clock.now(), -days(retentionDays))
  for (let count = 0; ; ) {
    const { count: more, lookedTo } = await forgetEvents(ctx, { operatorId, before }, looked.to)
    count += more
    if (lookedTo === null) return count
    looked.to = lookedTo
  }
}

/** Begins anew from time to time: what was not taken then may have been taken since. */
function lookedAt(ctx: Context, operatorId: number): Looked {
  const all = lookedOf.get(ctx) ?? new Map<number, Looked>()
  lookedOf.set(ctx, all)
  const now = ctx.clock.now()
  const known = all.get(operatorId)
  if (known && now < later(known.since, ctx.limits.forgetAnewMs)) return known
  const looked = { to: 0, since: now }
  all.set(operatorId, looked)
  return looked
}
