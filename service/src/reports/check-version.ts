import type { AdminBoxSchedule, AdminCheckedVersion } from '@coffer/contract/admin'
import {
  cashedRtpBps,
  hashOfPlan,
  isCashable,
  itemsByIds,
  type Plan,
  type PlannedVersion,
  planFaults,
  planVersion,
  rtpBpsOf,
  type ScheduledVersion,
  scheduleFaults,
} from '../catalog/index.ts'
import { present } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'

type Named = { operatorId: number; boxId: number }

/**
 * Returns a new version of a box as it would be at current values, with the reasons why it cannot be published. Throws UNKNOWN_BOX, and a 422 that names each
 * unknown item.
 */
export function checkVersion(
  ctx: Context,
  { operatorId, boxId }: Named,
  planned: PlannedVersion,
): Promise<AdminCheckedVersion> {
  return ctx.tx(operatorId, async (tx) => {
    const operator = await getOperator(tx, operatorId)
    const plan = await planVersion(tx, operator, boxId, planned)
    const { priceMinor } = planned
    const prizes = await prizeViews(tx, plan)
    const cashable = prizes.map(({ view: { chanceUnits, valueMinor }, isCashedBack }) => ({
      ...{ chanceUnits, publishedMinor: valueMinor, valueMinor, isCashedBack },
    }))
    const { minRtpBps, maxRtpBps } = operator.settings
    return {
      ...{ currency: operator.currency, priceMinor },
      prizes: prizes.map(({ view }) => view),
      rtpBps: priceMinor > 0 ? rtpBpsOf(plan.publication) : null,
      cashedRtpBps: priceMinor > 0 ? cashedRtpBps({ priceMinor, prizes: cashable }, operator.settings) : null,
      maxPrizeMinor: prizes.reduce((max, { view }) => Math.max(max, view.valueMinor), 0),
      ...{ minRtpBps, maxRtpBps, faults: planFaults(plan), checkHash: hashOfPlan(plan) },
    }
  })
}

async function prizeViews(tx: Tx, { operator, publication: { prizes } }: Plan) {
  const itemIds = [...new Set(prizes.map(({ itemId }) => itemId))]
  const items = await itemsByIds(tx, operator.operatorId, itemIds)
  return prizes.map(({ valueInFile: _, ...prize }) => {
    const item = present(items.get(prize.itemId), 'a planned prize is an item')
    const { key, imageUrl, stock, archived, isCollectible, cashback } = item
    return {
      view: { ...prize, key, imageUrl, stock, isArchived: archived, isCollectible },
      isCashedBack: isCashable({ cashback, type: prize.type }),
    }
  })
}

/** A scheduled version at current values, without its actor. */
export async function readScheduled(
  tx: Tx,
  operatorId: number,
  scheduled: ScheduledVersion,
): Promise<Omit<AdminBoxSchedule, 'actor' | 'actorName' | 'isPlatformStaff'>> {
  const operator = await getOperator(tx, operatorId)
  const plan = await planVersion(tx, operator, scheduled.boxId, scheduled)
  const { scheduledVersionId, status, publishAt, scheduledAt, reason, priceMinor, currency } = scheduled
  return {
    ...{
      scheduledVersionId,
      status,
      publishAt: publishAt.toISOString(),
      scheduledAt: scheduledAt.toISOString(),
    },
    ...{ reason, priceMinor, currency },
    rtpBps: currency === operator.currency ? rtpBpsOf(plan.publication) : null,
    prizes: plan.publication.prizes.map(({ valueInFile: _, ...prize }) => prize),
    faults: [...(scheduled.faults ?? scheduleFaults(plan, scheduled))],
  }
}
