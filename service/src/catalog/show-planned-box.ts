import { RATE_OF_ONE } from '@coffer/contract/rates'
import type { BoxDetail } from '@coffer/contract/shapes'
import { rangesOf } from '@coffer/fairness'
import { present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { findListedBox } from './box-list-store.ts'
import { listAttributes } from './box-store.ts'
import { boxDetail } from './box-view.ts'
import { refuseFaults } from './faults.ts'
import { isCashable } from './item.ts'
import type { CatalogueItem } from './item-store.ts'
import { offerFaults, type Plan } from './plan-version.ts'
import { rtpBpsOf } from './publish-gate.ts'

/** The ID of a version that is not published. */
const PLACEHOLDER_ID = 1

/**
 * A box as players would see it if a planned version were live, in the currency of the operator. `items`: those of the prizes. Throws a
 * 422 that names each part of the version that is not complete.
 */
export async function showPlannedBox(
  ctx: Context,
  tx: Tx,
  { operator, box, publication }: Plan,
  items: ReadonlyMap<number, CatalogueItem>,
): Promise<BoxDetail> {
  refuseFaults(offerFaults(publication, null))
  const { operatorId, currency, settings } = operator
  const { priceMinor, previous } = publication
  const listed = present(await findListedBox(tx, operatorId, box.boxId), 'a planned box is listed')
  const ranges = rangesOf(publication.prizes)
  const prizes = publication.prizes.map((prize, index) => {
    const { start: rangeStart, end: rangeEnd } = ranges[index]!
    return { ...prize, rangeStart, rangeEnd }
  })
  const version = {
    ...{ boxVersionId: PLACEHOLDER_ID, versionNumber: (previous?.versionNumber ?? 0) + 1, priceMinor, currency },
    ...{ rtpBps: rtpBpsOf(publication), snapshotHash: '' },
    maxPrizeMinor: prizes.reduce((max, { valueMinor }) => Math.max(max, valueMinor), 0),
    prizes: prizes.map(({ itemId, type, valueMinor, chanceUnits }) => {
      const { cashback } = present(items.get(itemId), 'the item of each prize is read')
      return { chanceUnits, publishedMinor: valueMinor, valueMinor, isCashedBack: isCashable({ cashback, type }) }
    }),
  }
  const declared = await listAttributes(tx, operatorId)
  const showing = {
    ...{ baseUrl: ctx.config.baseUrl, declared, settings, currency },
    rates: new Map([[currency, RATE_OF_ONE]]),
  }
  const shown = boxDetail({ ...listed, isActive: true, version }, prizes, items, showing)
  // A version has a snapshot from its publication on.
  return { ...shown, snapshotUrl: null, snapshotHash: null }
}
