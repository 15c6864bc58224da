import { sumMinor } from '@coffer/contract/money'
import type { Restrictions } from '@coffer/contract/players'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { findPlayer, findRestrictions, standingAt, viewRestrictions } from '../players/index.ts'
import { betsOfDay, sumIn } from './bets-of-day.ts'

/**
 * What keeps a player from playing, and what counts towards the caps of today: in the currency of the cap, else the operator's, and null
 * when bets of today are in a currency without a rate. Nothing, of a player that nobody has heard of.
 */
export async function readRestrictions(
  ctx: Context,
  { operatorId, currency }: Operator,
  playerExternalId: string,
): Promise<Restrictions> {
  return ctx.tx(operatorId, async (tx) => {
    const now = ctx.clock.now()
    const player = await findPlayer(tx, operatorId, playerExternalId)
    if (player === null) return viewRestrictions(playerExternalId, null, { spentMinor: 0, opensCount: 0 }, now)
    const owner = { operatorId, playerId: player.playerId }
    const stored = await findRestrictions(tx, owner)
    const bets = await betsOfDay(ctx, tx, owner, now)
    const spentMinor = await sumIn(ctx, tx, bets, standingAt(stored, now).dailySpendCurrency ?? currency)
    const opensCount = sumMinor(bets.map((sum) => sum.opensCount))
    return viewRestrictions(playerExternalId, stored, { spentMinor, opensCount }, now)
  })
}
