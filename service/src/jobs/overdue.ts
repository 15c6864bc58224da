import { listDue, listOperatorsWithDue, publishScheduled } from '../catalog/index.ts'
import { cancelOverduePayout, expireItems, listOverduePayouts } from '../inventory/index.ts'
import { days, later } from '../kernel/index.ts'
import { listActiveOperators, listAllOperators, type Operator } from '../operators/index.ts'
import { type Context, isDatabaseGone } from '../platform/index.ts'
import { listLaunchesOfRounds } from '../rounds/index.ts'
import { forgetLaunches } from '../sessions/index.ts'
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

/**
 * Publishes the scheduled versions of active operators whose time has come. Returns how many it processed. An operator whose catalogue is being changed, and
 * a version that fails, wait for the next pass.
 */
export async function runPublishScheduled(ctx: Context): Promise<number> {
  const due = await ctx.systemTx((tx) => listOperatorsWithDue(tx, ctx.clock.now()))
  if (due.length === 0) return 0
  const active = await ctx.systemTx(listActiveOperators)
  let count = 0
  for (const { operatorId } of active.filter((operator) => due.includes(operator.operatorId))) {
    count += await publishDue(ctx, operatorId)
  }
  return count
}

async function publishDue(ctx: Context, operatorId: number): Promise<number> {
  const versions = await ctx.tx(operatorId, (tx) =>
    listDue(tx, operatorId, ctx.clock.now(), ctx.limits.scheduleBatchCount),
  )
  let count = 0
  for (const scheduledVersionId of versions) {
    try {
      if (!(await publishScheduled(ctx, { operatorId, scheduledVersionId }))) return count
      count += 1
    } catch (error) {
      if (isDatabaseGone(error)) throw error
      ctx.log.error({ err: error, operatorId, scheduledVersionId }, 'a scheduled version could not be published')
    }
  }
  return count
}

/** What operators may let go: how many days they keep it, and one batch of what is older. */
const FORGOTTEN = [
  {
    what: 'events',
    days: ({ webhooks }: Settings) => webhooks.retentionDays,
    forget: forgetEvents,
  },
  {
    what: 'launches',
    days: ({ session }: Settings) => session.retentionDays,
    forget: (ctx: Context, from: From, after: number) =>
      forgetLaunches(ctx, { ...from, listNamed: listLaunchesOfRounds }, after),
  },
]

type Settings = Operator['settings']
type From = Parameters<typeof forgetEvents>[1]

/** How far a process has looked, by operator and what, and since when: what had to stay is not looked at again each time. */
type Looked = { to: number; since: Date }
const lookedOf = new WeakMap<Context, Map<string, Looked>>()

/** Lets go what operators keep no longer, those that are suspended too, until nothing more is that old. Returns how much. */
export async function runForget(ctx: Context): Promise<number> {
  let count = 0
  for (const operator of await ctx.systemTx(listAllOperators)) {
    for (const one of FORGOTTEN) {
      try {
        count += await forgetOf(ctx, operator, one)
      } catch (error) {
        if (isDatabaseGone(error)) throw error
        ctx.log.error({ err: error, operator: operator.slug }, `${one.what} of an operator could not be forgotten`)
      }
    }
  }
  return count
}

async function forgetOf(
  ctx: Context,
  { operatorId, settings }: Operator,
  { what, days: daysOf, forget }: (typeof FORGOTTEN)[number],
): Promise<number> {
  const keptDays = daysOf(settings)
  if (keptDays === null) return 0
  const looked = lookedAt(ctx, `${operatorId} ${what}`)
  const before = later(ctx.clock.now(), -days(keptDays))
  for (let count = 0; ; ) {
    const { count: more, lookedTo } = await forget(ctx, { operatorId, before }, looked.to)
    count += more
    if (lookedTo === null) return count
    looked.to = lookedTo
  }
}

/** Begins anew from time to time: what was asked for then may not be since. */
function lookedAt(ctx: Context, name: string): Looked {
  const all = lookedOf.get(ctx) ?? new Map<string, Looked>()
  lookedOf.set(ctx, all)
  const now = ctx.clock.now()
  const known = all.get(name)
  if (known && now < later(known.since, ctx.limits.forgetAnewMs)) return known
  const looked = { to: 0, since: now }
  all.set(name, looked)
  return looked
}
