import { sumMinor } from '@coffer/contract/money'
import { type Owner, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Amount, dayOf, lockRestrictions, type Restrictions, restricted, spendCap } from '../players/index.ts'
import { betsOfDay, sumIn } from './bets-of-day.ts'

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
