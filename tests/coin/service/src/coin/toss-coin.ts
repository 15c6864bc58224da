import { convertCeil, convertFloor, formatRate } from '@coffer/contract/rates'
import type { ActionAnswer } from '../actions/index.ts'
import { isUpgraderPrize, itemsByIds } from '../catalog/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { refuseExcluded } from '../players/index.ts'
import { rateFor } from '../rates/index.ts'
import { type BegunPlay, beginDebit, insertRound, playRound, refuseBeyondCaps, takeRoundId } from '../rounds/index.ts'
import { refuseTooManyUnknown } from '../wallet/index.ts'
import { betFor } from './coin.ts'
import { COIN } from './game.ts'
import { insertToss } from './store.ts'

export type TossRequest = Who & { currency: string; clientActionId: string; targetItemId: number }

/**
 * Tosses a coin for a prize, with the flow of every round: two commits and one wallet call. Throws WALLET_UNAVAILABLE, GAME_DISABLED,
 * PLAYER_RESTRICTED, UNKNOWN_ITEM, UNSUPPORTED_CURRENCY.
 */
export function tossCoin(ctx: Context, request: TossRequest): Promise<ActionAnswer> {
  return playRound(ctx, {
    ...request,
    launchId: null,
    game: COIN,
    decide: async (tx) => (publicId) => beginToss(ctx, tx, request, publicId),
  })
}

/** The prize and its value are pinned before anything is paid, so that a paid round always settles. */
async function beginToss(ctx: Context, tx: Tx, request: TossRequest, publicId: string): Promise<BegunPlay> {
  const { operator, owner, currency } = request
  if (operator.settings.wallet.url === '') throw new Refusal('WALLET_UNAVAILABLE')
  if (!operator.settings.enabledGames.includes(COIN.key)) throw new Refusal('GAME_DISABLED')
  const restrictions = await refuseExcluded(ctx, tx, owner)
  await refuseTooManyUnknown(ctx, tx, operator, owner)
  const prize = await findPrize(tx, request)
  const rate = await rateFor(ctx, tx, operator, operator.currency, currency)
  const operatorBetMinor = betFor(prize.valueMinor)
  const at = ctx.clock.now()
  const bet = { minor: operatorBetMinor, currency: operator.currency }
  await refuseBeyondCaps(ctx, tx, restrictions, { owner, at, opensCount: 1, bet })
  const round = insertRound(tx, await takeRoundId(tx), {
    operator_id: owner.operatorId,
    public_id: publicId,
    player_id: owner.playerId,
    game_key: COIN.key,
    mode: 'open',
    funding: 'player',
    launch_id: null,
    client_action_id: request.clientActionId,
    currency,
    operator_currency: operator.currency,
    rate: formatRate(rate),
    bet_minor: convertCeil(operatorBetMinor, rate, operator.currency, currency),
    operator_bet_minor: operatorBetMinor,
    created_at: at,
  })
  await insertToss(tx, {
    operator_id: round.operator_id,
    round_id: round.round_id,
    item_id: prize.itemId,
    name: prize.name,
    image_url: prize.imageUrl,
    type: prize.type,
    value_minor: convertFloor(prize.valueMinor, rate, operator.currency, currency),
    operator_value_minor: prize.valueMinor,
    rolled_bps: null,
    won_inventory_item_id: null,
  })
  return beginDebit(ctx, tx, request, round)
}

async function findPrize(tx: Tx, { operator, targetItemId }: TossRequest) {
  const prize = (await itemsByIds(tx, operator.operatorId, [targetItemId])).get(targetItemId)
  if (!prize || !isUpgraderPrize(prize) || prize.currency !== operator.currency) throw new Refusal('UNKNOWN_ITEM')
  return prize
}
