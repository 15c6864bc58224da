import { sumMinor } from '@coffer/contract/money'
import { readRate } from '@coffer/contract/rates'
import type { Facts } from '@coffer/contract/shapes'
import type { WonItem } from '@coffer/contract/upgrader'
import { itemsByIds } from '../catalog/index.ts'
import { takeNonce } from '../fairness/index.ts'
import { grantItem, takeItemId, viewRowAt } from '../inventory/index.ts'
import { atOnce, present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { closeRound, type RoundRecord, roundSettledEvent, type Settle, type Settling } from '../rounds/index.ts'
import { enqueueEvent } from '../webhooks/index.ts'
import { type DealRecord, getDeal, updateRoll } from './deal-store.ts'
import { drawRoll, isWon } from './roll.ts'
import { listStakes, type StakeRecord } from './stake-store.ts'
import { upgraderOutcome, upgradeView, wonItemView } from './view.ts'

/**
 * Rolls a paid Upgrader round and grants the target on a win, in the transaction that makes it final. The seed pair is locked from the
 * nonce to the commit. Type and value of the target were pinned before the stake was paid. The round is locked by the caller.
 */
export const settleUpgrade: Settle = async (ctx, tx, settling) => {
  const { owner, playerExternalId } = settling
  const { operator_id: operatorId, round_id: roundId } = settling.round
  const stakes = settling.round.mode === 'items' ? await listStakes(tx, operatorId, roundId) : []
  const [pinned, pair] = await atOnce(getDeal(tx, settling.round), takeNonce(ctx, tx, owner))
  const seeds = { serverSeed: pair.serverSeed.reveal(), clientSeed: pair.clientSeed, nonce: pair.nonce }
  const rolledBps = drawRoll(seeds)
  const isWin = isWon(rolledBps, pinned.chance_bps)
  const wonItem = isWin ? await grantTarget(ctx, tx, settling, pinned) : null

  const roll = { rolled_bps: rolledBps, won_inventory_item_id: wonItem?.inventoryItemId ?? null }
  updateRoll(tx, pinned, roll)
  const deal = { ...pinned, ...roll }
  const facts = upgradeFacts(settling.round, stakes)
  const round = closeRound(ctx, tx, settling, pair, {
    payoutMinor: isWin ? deal.target_value_minor : 0,
    operatorPayoutMinor: isWin ? deal.operator_target_value_minor : 0,
    facts,
  })
  const outcome = upgraderOutcome(round, deal, stakes, ctx.config.baseUrl)
  enqueueEvent(tx, operatorId, roundSettledEvent(round, { outcome, boxId: null, facts }, playerExternalId))
  return {
    round: upgradeView(round, deal, ctx.config.baseUrl),
    wonItem,
    balanceAfterMinor: settling.balanceAfterMinor,
    facts,
  }
}

/** Type and value as they were pinned, and the answer's amounts at the rate that was: what is paid settles, whatever there is by now. */
async function grantTarget(ctx: Context, tx: Tx, settling: Settling, deal: DealRecord): Promise<WonItem> {
  const { operator, owner, round } = settling
  const items = await itemsByIds(tx, round.operator_id, [deal.target_item_id])
  const item = present(items.get(deal.target_item_id), 'a target is never deleted')
  const record = grantItem(ctx, tx, { operator, owner, roundPublicId: round.public_id }, await takeItemId(tx), {
    item,
    type: deal.target_type,
    valueMinor: deal.operator_target_value_minor,
    currency: round.operator_currency,
    boxName: null,
  })
  const into = { currency: round.currency, rate: readRate(round.rate) }
  return wonItemView(await viewRowAt(ctx, tx, operator, record, into, items))
}

/** Round facts of an Upgrader round (interface §2.9): what the stake counted for, and what of the items' values was not counted. */
function upgradeFacts(round: RoundRecord, stakes: readonly StakeRecord[]): Facts {
  const sum = (part: 'price_fall_minor' | 'price_rise_minor' | 'credits_share_minor') =>
    sumMinor(stakes.map((stake) => stake[part]))
  return {
    currency: round.currency,
    reels: [],
    deal: {
      stakeCountedMinor: round.bet_minor,
      stakeUncredited: {
        priceFallMinor: sum('price_fall_minor'),
        priceRiseMinor: sum('price_rise_minor'),
        creditsShareMinor: sum('credits_share_minor'),
      },
    },
  }
}
