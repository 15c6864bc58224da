import { convertFloor, formatRate } from '@coffer/contract/rates'
import { type CatalogueItem, isUpgraderPrize, itemsByIds, type WinnableType } from '../catalog/index.ts'
import { lockSeedPairs } from '../fairness/index.ts'
import { consumeItems, lockStake } from '../inventory/index.ts'
import { atOnce, present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Restrictions, refuseExcluded } from '../players/index.ts'
import {
  answerAtOnce,
  type BegunPlay,
  beginDebit,
  insertRound,
  type RecordPlay,
  type RoundRecord,
  refuseBeyondCaps,
  takeRoundId,
} from '../rounds/index.ts'
import { prepareOperation, refuseTooManyUnknown } from '../wallet/index.ts'
import { termsOf } from './band.ts'
import { type CountedStake, type Deal, isWinnable } from './deal.ts'
import { insertDeal } from './deal-store.ts'
import { UPGRADER } from './game.ts'
import { type LookAtItems, type ReadDeal, readDeal, refuseDisabled } from './read-deal.ts'
import type { PlayRequest } from './request.ts'
import { wagerLimits } from './selector.ts'
import { settleUpgrade } from './settle-upgrade.ts'
import { insertStakes } from './stake-store.ts'
import { consumedView } from './view.ts'

/**
 * Whether balance may be played with, what it aims at, and the debit that is to pay it. The target is weighed again and its value pinned
 * with the round, before anything is paid, so that a paid round always settles.
 */
export async function decidePaidUpgrade(ctx: Context, tx: Tx, request: PlayRequest): Promise<RecordPlay> {
  const { operator, owner } = request
  if (operator.settings.wallet.url === '') throw new Refusal('WALLET_UNAVAILABLE')
  refuseDisabled(operator)
  const [restrictions, , read, items, roundId, prepared] = await atOnce(
    refuseExcluded(ctx, tx, owner),
    refuseTooManyUnknown(ctx, tx, operator, owner),
    readDeal(ctx, tx, request, lookAtNone),
    findTarget(tx, request),
    takeRoundId(tx),
    prepareOperation(tx, owner.operatorId),
  )
  refuseWager(request, read)
  const target = targetOf(items, request, read)
  await refuseCaps(ctx, tx, request, restrictions, read.deal)
  return (publicId) => {
    const round = record(ctx, tx, request, { publicId, roundId, read, target })
    return beginDebit(ctx, tx, request, round, prepared)
  }
}

/**
 * The first request of an action that plays with items: they are locked after the seed pair, counted and consumed, and the roll follows in
 * the same transaction. Caps are locked before the seed pair, as boxes do that are drawn at once.
 */
export async function beginUpgradeOfItems(
  ctx: Context,
  tx: Tx,
  request: PlayRequest,
  publicId: string,
): Promise<BegunPlay> {
  const { operator, owner } = request
  refuseDisabled(operator)
  const restrictions = await refuseExcluded(ctx, tx, owner)
  await refuseCaps(ctx, tx, request, restrictions, null)
  const read = await readDeal(ctx, tx, request, (ids) => lockPairsAndStake(ctx, tx, request, ids))
  refuseWager(request, read)
  const target = targetOf(await findTarget(tx, request), request, read)
  const round = record(ctx, tx, request, { publicId, roundId: await takeRoundId(tx), read, target })
  const staked = present(read.stake, 'a round that is not paid for has a stake of items')
  await stakeItems(tx, round, staked)
  await ctx.points.at('stake-items:consumed')
  return settleNow(ctx, tx, request, round, staked)
}

/** A stake of balance has no items. */
const lookAtNone: LookAtItems = async () => []

/** In the order of the house: the seed pair before items. */
async function lockPairsAndStake(ctx: Context, tx: Tx, { operator, owner }: PlayRequest, ids: readonly number[]) {
  await lockSeedPairs(ctx, tx, owner)
  return lockStake(ctx, tx, operator, owner, ids)
}

/** A wager is held against limits in its own currency, items against the operator's own. */
function refuseWager({ operator }: PlayRequest, { deal, stake, shownIn }: ReadDeal): void {
  const shown = wagerLimits(operator.settings, shownIn)
  const { minWagerMinor, maxWagerMinor } = stake ? operator.settings.upgrader : shown
  const { stakeMinor } = deal.weighed
  if (stakeMinor > 0 && stakeMinor >= minWagerMinor && stakeMinor <= maxWagerMinor) return
  throw new Refusal('UPGRADER_WAGER_OUT_OF_RANGE', {
    current: { wagerMinor: deal.betMinor, ...shown, currency: shownIn.to },
  })
}

type Target = CatalogueItem & { type: WinnableType }

async function findTarget(tx: Tx, { operator, targetItemId }: PlayRequest): Promise<CatalogueItem | undefined> {
  return (await itemsByIds(tx, operator.operatorId, [targetItemId])).get(targetItemId)
}

/** An operator that was converted since the request was read shows here: prizes are valued in one currency. */
function targetOf(target: CatalogueItem | undefined, { operator }: PlayRequest, { deal, shownIn }: ReadDeal): Target {
  const isOnOffer = target && isUpgraderPrize(target) && target.currency === operator.currency
  if (isOnOffer && isWinnable(deal, target.valueMinor)) return target
  throw new Refusal('UPGRADER_PRIZE_OUT_OF_RANGE', { current: { ...deal.band, currency: shownIn.to } })
}

/** A play is one open, and a wager is a bet; items are no money that a cap could count. */
function refuseCaps(
  ctx: Context,
  tx: Tx,
  { operator, owner }: PlayRequest,
  restrictions: Restrictions | null,
  paid: Deal | null,
): Promise<void> {
  const bet = paid && { minor: paid.operatorBetMinor, currency: operator.currency }
  return refuseBeyondCaps(ctx, tx, restrictions, { owner, at: ctx.clock.now(), opensCount: 1, bet })
}

/** Records the round that is about to be paid, with what it aims at: the target's value is pinned from here on. */
function record(
  ctx: Context,
  tx: Tx,
  request: PlayRequest,
  { publicId, roundId, read, target }: { publicId: string; roundId: number; read: ReadDeal; target: Target },
): RoundRecord {
  const { operator, owner, clientActionId } = request
  const { deal, stake, shownIn } = read
  const { from, to, rate } = shownIn
  const round = insertRound(tx, roundId, {
    operator_id: owner.operatorId,
    public_id: publicId,
    player_id: owner.playerId,
    game_key: UPGRADER.key,
    mode: stake ? 'items' : 'open',
    funding: 'player',
    launch_id: null,
    client_action_id: clientActionId,
    currency: to,
    operator_currency: operator.currency,
    rate: formatRate(rate),
    bet_minor: deal.betMinor,
    operator_bet_minor: deal.operatorBetMinor,
    created_at: ctx.clock.now(),
  })
  const terms = termsOf(operator.settings)
  insertDeal(tx, {
    operator_id: round.operator_id,
    round_id: round.round_id,
    chance_bps: deal.chanceBps,
    fee_bps: terms.houseEdgeBps,
    no_loss: terms.noLoss,
    nuggets_cost_percent: terms.nuggetsCostPercent,
    target_item_id: target.itemId,
    target_name: target.name,
    target_type: target.type,
    target_image_url: target.imageUrl,
    target_value_minor: convertFloor(target.valueMinor, rate, from, to),
    operator_target_value_minor: target.valueMinor,
  })
  return round
}

async function stakeItems(tx: Tx, round: RoundRecord, { items }: CountedStake): Promise<void> {
  const { operator_id, round_id } = round
  const rows = items.map(({ inventoryItemId, counted, operatorCountedMinor, valueMinor }, position) => ({
    operator_id,
    round_id,
    position,
    inventory_item_id: inventoryItemId,
    counted_minor: counted.creditsMinor,
    operator_counted_minor: operatorCountedMinor,
    item_value_minor: valueMinor,
    price_fall_minor: counted.uncredited.priceFallMinor,
    price_rise_minor: counted.uncredited.priceRiseMinor,
    credits_share_minor: counted.uncredited.creditsShareMinor,
  }))
  await insertStakes(tx, rows)
  await consumeItems(
    tx,
    operator_id,
    items.map((item) => item.inventoryItemId),
  )
}

async function settleNow(
  ctx: Context,
  tx: Tx,
  request: PlayRequest,
  round: RoundRecord,
  staked: CountedStake,
): Promise<BegunPlay> {
  const { operator, owner, playerExternalId } = request
  const settling = { operator, owner, playerExternalId, game: UPGRADER, round, debit: null, balanceAfterMinor: null }
  const settled = await settleUpgrade(ctx, tx, settling)
  const played = { ...settled, stake: consumedView(staked, round.currency) }
  return answerAtOnce(tx, UPGRADER, round, played)
}
