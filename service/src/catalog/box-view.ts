import { convertCeil, convertFloor, type Rate } from '@coffer/contract/rates'
import type { BoxDetail, BoxRow } from '@coffer/contract/shapes'
import { BOX_TOTAL_UNITS, chancePercent } from '@coffer/fairness'
import { assert } from '../kernel/index.ts'
import { absoluteUrl } from '../media/index.ts'
import { type Attribute, customAttributes } from './attributes.ts'
import type { ListedBox } from './box-list-store.ts'
import type { CatalogueItem } from './item-store.ts'
import { snapshotUrl } from './snapshot-url.ts'
import type { VersionPrize } from './version-store.ts'

/** What boxes are shown with: the service's address, declared attributes, and amounts in `currency` at `rate` from `from`. */
export type Showing = {
  baseUrl: string
  declared: readonly Attribute[]
  from: string
  currency: string
  rate: Rate
}

/** A price rounds up, what can be won rounds down. */
export function boxRow(box: ListedBox, showing: Showing): BoxRow {
  const { version } = box
  const { from, currency, rate } = showing
  assert(version === null || version.currency === from, 'a live version is priced in the currency of its operator')
  return {
    boxId: box.boxId,
    boxVersionId: version?.boxVersionId ?? null,
    versionNumber: version?.versionNumber ?? null,
    slug: box.slug,
    name: box.name,
    imageUrl: absoluteUrl(showing.baseUrl, box.imageUrl),
    isActive: box.isActive,
    priceMinor: version && convertCeil(version.priceMinor, rate, from, currency),
    currency,
    rtpBps: version?.rtpBps ?? null,
    houseEdgeBps: version && 10_000 - version.rtpBps,
    maxPrizeMinor: version && convertFloor(version.maxPrizeMinor, rate, from, currency),
    customAttributes: customAttributes(showing.declared, box.attributes),
  }
}

/** A prize shows name, type and value as published, and its picture and stock as they are now. */
export function boxDetail(
  box: ListedBox,
  prizes: readonly VersionPrize[],
  items: ReadonlyMap<number, CatalogueItem>,
  showing: Showing,
): BoxDetail {
  const { version } = box
  return {
    ...boxRow(box, showing),
    description: box.description,
    snapshotUrl: version && snapshotUrl(showing.baseUrl, version.boxVersionId),
    snapshotHash: version?.snapshotHash ?? null,
    totalUnits: BOX_TOTAL_UNITS,
    refundable: box.refundable,
    prizes: prizes.map((prize) => prizeView(prize, items.get(prize.itemId), showing)),
  }
}

function prizeView(
  prize: VersionPrize,
  item: CatalogueItem | undefined,
  { baseUrl, from, currency, rate }: Showing,
): BoxDetail['prizes'][number] {
  assert(item, 'a prize is an item of the catalogue')
  const { itemId, name, type, valueMinor, chanceUnits, rangeStart, rangeEnd } = prize
  return {
    ...{ itemId, name, type, currency, chanceUnits, rangeStart, rangeEnd },
    valueMinor: convertFloor(valueMinor, rate, from, currency),
    imageUrl: absoluteUrl(baseUrl, item.imageUrl),
    chancePercent: chancePercent(chanceUnits),
    inStock: item.stock === null || item.stock > 0,
    isCollectible: item.isCollectible,
  }
}
