import { convertFloor } from '@coffer/contract/rates'
import { UPGRADER_PRIZES_MAX, type UpgraderPrizes } from '@coffer/contract/upgrader'
import { listUpgraderPrizes, type UpgraderPrizeRow } from '../catalog/index.ts'
import { readStake } from '../inventory/index.ts'
import { absoluteUrl } from '../media/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Deal, returnOf } from './deal.ts'
import { readDeal, refuseDisabled } from './read-deal.ts'
import { selectorIn } from './read-selector.ts'
import type { StakeRequest } from './request.ts'
import type { ShownIn } from './selector.ts'
import { stakeView } from './view.ts'

/**
 * Prizes that a stake can win at a chance, the highest first; nothing is staked or locked. A wager beyond the limits is no fault here:
 * its band may be looked at. Throws GAME_DISABLED, and what `readDeal` throws.
 */
export async function listPrizes(ctx: Context, request: StakeRequest): Promise<UpgraderPrizes> {
  const { operator, owner, currency, chanceBps } = request
  refuseDisabled(operator)
  return ctx.tx(operator.operatorId, async (tx) => {
    const { deal, stake, shownIn } = await readDeal(ctx, tx, request, (ids) => readStake(ctx, tx, operator, owner, ids))
    const prizes = await findPrizes(tx, operator, deal)
    return {
      wagerMinor: deal.betMinor,
      chanceBps,
      feeBps: operator.settings.upgrader.houseEdgeBps,
      currency,
      targetBand: deal.band,
      prizes: prizes.map((prize) => prizeView(prize, deal, shownIn, ctx.config.baseUrl)),
      config: await selectorIn(tx, operator, shownIn),
      ...(stake ? { stake: stakeView(stake, currency) } : {}),
    }
  })
}

/** None when the stake is nothing, or no whole value lies in the band. */
async function findPrizes(tx: Tx, operator: Operator, { weighed, operatorBand }: Deal): Promise<UpgraderPrizeRow[]> {
  if (weighed.stakeMinor === 0) return []
  const { lowerMinor: fromMinor, upperMinor: toMinor } = operatorBand
  const range = { currency: operator.currency, fromMinor, toMinor, count: UPGRADER_PRIZES_MAX }
  return listUpgraderPrizes(tx, operator.operatorId, range)
}

function prizeView(prize: UpgraderPrizeRow, deal: Deal, { from, to, rate }: ShownIn, baseUrl: string) {
  return {
    itemId: prize.itemId,
    name: prize.name,
    valueMinor: convertFloor(prize.valueMinor, rate, from, to),
    currency: to,
    imageUrl: absoluteUrl(baseUrl, prize.imageUrl),
    rtpBps: returnOf(deal, prize.valueMinor),
  }
}
