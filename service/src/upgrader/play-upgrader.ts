import type { ActionAnswer } from '../actions/index.ts'
import type { Context } from '../platform/index.ts'
import { playRound } from '../rounds/index.ts'
import { beginUpgradeOfItems, decidePaidUpgrade } from './begin-upgrade.ts'
import { UPGRADER } from './game.ts'
import type { PlayRequest } from './request.ts'

/**
 * Plays the Upgrader, with the flow of every round: with balance two commits and one wallet call, with items one transaction and no
 * call. A repeated `clientActionId` gets the first round, whichever mode it was. Refuses, with no round and in this order:
 * WALLET_UNAVAILABLE when balance is staked and no wallet is configured, GAME_DISABLED, PLAYER_RESTRICTED by an exclusion, then as in
 * decisions §10 UPGRADER_MODE_DISABLED, UNSUPPORTED_CURRENCY, UPGRADER_CHANCE_INVALID, UPGRADER_ITEM_NOT_OWNED,
 * UPGRADER_WAGER_OUT_OF_RANGE, UPGRADER_PRIZE_OUT_OF_RANGE. PLAYER_RESTRICTED by a cap comes last with balance, and with items before
 * those of decisions §10, because caps are locked before the seed pair.
 */
export async function playUpgrader(ctx: Context, request: PlayRequest): Promise<ActionAnswer> {
  const isPaid = request.stake.mode === 'balance'
  const answer = await playRound(ctx, {
    ...request,
    launchId: null,
    game: UPGRADER,
    shares: isPaid,
    decide: async (tx) => {
      if (isPaid) return decidePaidUpgrade(ctx, tx, request)
      return (publicId) => beginUpgradeOfItems(ctx, tx, request, publicId)
    },
  })
  if (!isPaid) await ctx.points.at('stake-items:settled')
  return answer
}
