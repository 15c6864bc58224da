import type { Home, HomeDay } from '@coffer/contract/admin'
import { DRAWN_AS } from '@coffer/contract/games'
import { HOME_DAYS, HOME_FAILED_DELIVERIES } from '@coffer/contract/home'
import { sumMinor } from '@coffer/contract/money'
import { mayDo, type Permission, type StaffRole } from '@coffer/contract/permissions'
import { hasPublishedBox } from '../catalog/index.ts'
import { atOnce, dayOf, days, later } from '../kernel/index.ts'
import { sumWaiting } from '../kyc/index.ts'
import { getOperator, hasUsedKey, type Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { sumOrders } from '../shipping/index.ts'
import { listPlacedEntries, readWalletHealth } from '../wallet/index.ts'
import { countFailed, type Endpoint, listEndpoints } from '../webhooks/index.ts'
import type { DailyTotal } from './daily-totals.ts'
import { findTotalsHead, hasTotals, listTotals } from './daily-totals-store.ts'

/**
 * Reads the parts of the home screen that the roles allow. `operatorId` null: for staff of the platform who have named no operator; they get
 * the verifications of all.
 */
export async function readHome(
  ctx: Context,
  { operatorId, roles }: { operatorId: number | null; roles: readonly StaffRole[] },
): Promise<Home> {
  if (operatorId === null) {
    const verifications = mayDo(roles, 'kyc.count') ? await ctx.systemTx((tx) => readVerifications(tx, null)) : null
    return { at: ctx.clock.now().toISOString(), ...NOTHING, verifications }
  }
  return ctx.tx(operatorId, async (tx) => {
    const operator = await getOperator(tx, operatorId)
    const ifAllowed = async <Part>(permission: Permission, read: () => Promise<Part>) =>
      mayDo(roles, permission) ? read() : null
    const [play, orders, verifications, integration] = await atOnce(
      ifAllowed('play.read', () => readPlay(ctx, tx, operator)),
      ifAllowed('orders.count', () => readOrders(tx, operatorId)),
      ifAllowed('kyc.count', () => readVerifications(tx, operatorId)),
      ifAllowed('integration.read', () => readIntegration(ctx, tx, operator)),
    )
    const at = ctx.clock.now().toISOString()
    return { at, ...NOTHING, play, orders, verifications, ...integration }
  })
}

const NOTHING = { play: null, orders: null, verifications: null, wallet: null, deliveries: null, setUp: null }

async function readPlay(ctx: Context, tx: Tx, { operatorId, currency }: Operator): Promise<Home['play']> {
  const now = ctx.clock.now()
  const [totals, head] = await atOnce(
    listTotals(tx, operatorId, firstDay(now, HOME_DAYS)),
    findTotalsHead(tx, operatorId),
  )
  const [missing] = await listPlacedEntries(tx, operatorId, { after: head, count: 1 })
  const isLate = missing !== undefined && missing.recordedAt < later(now, -ctx.limits.dailyTotalsDelayMs)
  const missingSince = isLate ? missing.recordedAt.toISOString() : null
  return { ...playOf(totals, { now, count: HOME_DAYS, currency }), missingSince }
}

/** The first of so many days that end with the current one. */
function firstDay(now: Date, count: number): string {
  return dayOf(later(now, -days(count - 1)))
}

/** The days up to the current one, newest first, in the currency of the operator. Days without rounds are 0. */
function playOf(
  totals: readonly DailyTotal[],
  { now, count, currency }: { now: Date; count: number; currency: string },
): Omit<NonNullable<Home['play']>, 'missingSince'> {
  const own = Map.groupBy(
    totals.filter((total) => total.currency === currency),
    ({ day }) => day,
  )
  const dates = Array.from({ length: count }, (_, age) => dayOf(later(now, -days(age))))
  const others = totals.map((total) => total.currency).filter((other) => other !== currency)
  return {
    currency,
    days: dates.map((date) => dayView(date, own.get(date) ?? [])),
    otherCurrencies: [...new Set(others)].sort(),
  }
}

function dayView(date: string, totals: readonly DailyTotal[]): HomeDay {
  const paid = totals.filter(({ funding }) => funding === 'player')
  const free = totals.filter(({ funding }) => funding === 'operator')
  const betMinor = sum(paid, 'betMinor')
  const payoutMinor = sum(paid, 'payoutMinor')
  return {
    date,
    roundCounts: roundCountsOf(totals),
    betMinor,
    payoutMinor,
    ggrMinor: betMinor - payoutMinor,
    freeCount: sum(free, 'roundCount'),
    freePayoutMinor: sum(free, 'payoutMinor'),
  }
}

function roundCountsOf(totals: readonly DailyTotal[]): HomeDay['roundCounts'] {
  const counts = Object.fromEntries(Object.values(DRAWN_AS).map((type) => [type, 0])) as HomeDay['roundCounts']
  for (const { gameKey, roundCount } of totals) counts[DRAWN_AS[gameKey]] += roundCount
  return counts
}

function sum(totals: readonly DailyTotal[], field: 'roundCount' | 'betMinor' | 'payoutMinor'): number {
  return sumMinor(totals.map(({ [field]: value }) => value))
}

async function readOrders(tx: Tx, operatorId: number): Promise<Home['orders']> {
  const sums = await sumOrders(tx, operatorId, ['pending', 'processing'])
  const waiting = (status: (typeof sums)[number]['status']) => {
    const found = sums.find((sum) => sum.status === status)
    return { count: found?.count ?? 0, oldestAt: found?.oldestAt.toISOString() ?? null }
  }
  return { pending: waiting('pending'), processing: waiting('processing') }
}

async function readVerifications(tx: Tx, operatorId: number | null): Promise<Home['verifications']> {
  const { count, oldestAt } = await sumWaiting(tx, operatorId)
  return { count, oldestAt: oldestAt?.toISOString() ?? null }
}

async function readIntegration(
  ctx: Context,
  tx: Tx,
  operator: Operator,
): Promise<Pick<Home, 'wallet' | 'deliveries' | 'setUp'>> {
  const { operatorId } = operator
  const [wallet, endpoints, failedCount, isKeyUsed, isPublished, isPlayed] = await atOnce(
    readWalletHealth(ctx, tx, operator),
    listEndpoints(tx, operatorId),
    countFailed(tx, operatorId, HOME_FAILED_DELIVERIES + 1),
    hasUsedKey(tx, operatorId, ctx.clock.now()),
    hasPublishedBox(tx, operatorId),
    hasTotals(tx, operatorId),
  )
  const deliveries = {
    failedCount: Math.min(failedCount, HOME_FAILED_DELIVERIES),
    hasMoreFailed: failedCount > HOME_FAILED_DELIVERIES,
    failingEndpoints: endpoints.flatMap(failingView),
  }
  const setUp = [
    { step: 'wallet', isDone: operator.settings.wallet.url !== '' },
    { step: 'api_key', isDone: isKeyUsed },
    { step: 'webhook', isDone: endpoints.length > 0 },
    { step: 'allowed_origins', isDone: operator.settings.allowedOrigins.length > 0 },
    { step: 'box', isDone: isPublished },
    { step: 'round', isDone: isPlayed },
  ] satisfies Home['setUp']
  return { wallet, deliveries, setUp }
}

function failingView({ endpointId, url, enabled, failingSince }: Endpoint) {
  return enabled && failingSince !== null ? [{ endpointId, url, failingSince: failingSince.toISOString() }] : []
}
