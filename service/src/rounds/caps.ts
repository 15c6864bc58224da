import { sumMinor } from '@coffer/contract/money'
import type { Restrictions as ShownRestrictions } from '@coffer/contract/players'
import { convertCeil } from '@coffer/contract/rates'
import { later, type Owner, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  type Amount,
  dayOf,
  findPlayer,
  findRestrictions,
  lockRestrictions,
  type Player,
  type Restrictions,
  restricted,
  restrictionsAt,
  spendCap,
  viewRestrictions,
} from '../players/index.ts'
import { currentRate } from '../rates/index.ts'
import { type Bets, findNewestBefore, sumBets } from './store.ts'

/** What a player is about to do at a moment; `bet` is in the operator's currency, and null when the operator pays. */
export type Spend = { owner: Owner; at: Date; opensCount: number; bet: Amount | null }

/**
 * Refuses a spend that would go beyond a cap of the day; one that reaches it is let through. Spends of a player with caps come one after
 * the other from here to the end of the transaction, which records them. Throws PLAYER_RESTRICTED, and UNSUPPORTED_CURRENCY when bets of
 * the day cannot be counted in the cap's currency.
 */
export async function refuseBeyondCaps(
  ctx: Context,
  tx: Tx,
  restrictions: Restrictions | null,
  { owner, at, opensCount, bet }: Spend,
): Promise<void> {
  if (restrictions === null) return
  const cap = bet && spendCap(restrictions)
  const opensCap = restrictions.dailyOpensCount
  if (cap === null && opensCap === null) return
  await lockRestrictions(tx, owner)
  const { until } = dayOf(at)
  const today = await betsOfDay(ctx, tx, owner, at)
  const spentMinor = cap && bet ? await sumIn(ctx, tx, [...today, bet], cap.currency) : 0
  if (spentMinor === null) throw new Refusal('UNSUPPORTED_CURRENCY')
  if (cap && spentMinor > cap.minor) throw restricted({ reason: 'DAILY_SPEND', until })
  const opened = sumMinor([...today.map((bets) => bets.opensCount), opensCount])
  if (opensCap !== null && opened > opensCap) throw restricted({ reason: 'DAILY_OPENS', until })
}

/** What counts towards the caps of a moment's day, UTC, by currency: an operator that was converted on it has bets in two. */
export async function betsOfDay(ctx: Context, tx: Tx, owner: Owner, at: Date): Promise<Bets[]> {
  const { from } = dayOf(at)
  // A player's past is not read: the rounds of a day come after every one that is surely older.
  const yesterday = await findNewestBefore(tx, owner, later(from, -ctx.limits.rowsOutOfOrderMs))
  return sumBets(tx, owner, from, yesterday)
}

/** A sum in one currency; what is in another is converted at the current rate, up. Null without one. */
async function sumIn(ctx: Context, tx: Tx, amounts: readonly Amount[], currency: string): Promise<number | null> {
  const converted: number[] = []
  for (const [of, parts] of Map.groupBy(amounts, (amount) => amount.currency)) {
    const rate = await currentRate(ctx, tx, of, currency)
    if (rate === null) return null
    converted.push(convertCeil(sumMinor(parts.map(({ minor }) => minor)), rate, of, currency))
  }
  return sumMinor(converted)
}

/**
 * What keeps a player from playing, and what counts towards the caps of today: in the currency of the cap, else the operator's, and null
 * when bets of today are in a currency without a rate. Nothing, of a player that nobody has heard of.
 */
export async function readRestrictions(
  ctx: Context,
  operator: Operator,
  playerExternalId: string,
): Promise<ShownRestrictions> {
  return ctx.tx(operator.operatorId, async (tx) => {
    const player = await findPlayer(tx, operator.operatorId, playerExternalId)
    if (player !== null) return restrictionsOf(ctx, tx, operator, player)
    return viewRestrictions(playerExternalId, null, { spentMinor: 0, opensCount: 0 }, ctx.clock.now())
  })
}

/** {@link readRestrictions} of a player who is known. */
export async function restrictionsOf(
  ctx: Context,
  tx: Tx,
  { operatorId, currency }: Operator,
  { playerId, externalId }: Player,
): Promise<ShownRestrictions> {
  const now = ctx.clock.now()
  const owner = { operatorId, playerId }
  const stored = await findRestrictions(tx, owner)
  const bets = await betsOfDay(ctx, tx, owner, now)
  const spentMinor = await sumIn(ctx, tx, bets, restrictionsAt(stored, now).dailySpendCurrency ?? currency)
  const opensCount = sumMinor(bets.map((sum) => sum.opensCount))
  return viewRestrictions(externalId, stored, { spentMinor, opensCount }, now)
}
