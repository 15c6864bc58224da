import { sumMinor } from '@coffer/contract/money'
import { convertCeil } from '@coffer/contract/rates'
import { later, type Owner } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Amount, dayOf } from '../players/index.ts'
import { currentRate } from '../rates/index.ts'
import { type Bets, findNewestBefore, sumBets } from './bets-store.ts'

/** What counts towards the caps of a moment's day, UTC, by currency: an operator that was converted on it has bets in two. */
export async function betsOfDay(ctx: Context, tx: Tx, owner: Owner, at: Date): Promise<Bets[]> {
  const { from } = dayOf(at)
  // A player's past is not read: the rounds of a day come after every one that is surely older.
  const yesterday = await findNewestBefore(tx, owner, later(from, -ctx.limits.rowsOutOfOrderMs))
  return sumBets(tx, owner, from, yesterday)
}

/** A sum in one currency; what is in another is converted at the current rate, up. Null without one. */
export async function sumIn(
  ctx: Context,
  tx: Tx,
  amounts: readonly Amount[],
  currency: string,
): Promise<number | null> {
  const converted: number[] = []
  for (const [of, parts] of Map.groupBy(amounts, (amount) => amount.currency)) {
    const rate = await currentRate(ctx, tx, of, currency)
    if (rate === null) return null
    converted.push(convertCeil(sumMinor(parts.map(({ minor }) => minor)), rate, of, currency))
  }
  return sumMinor(converted)
}
