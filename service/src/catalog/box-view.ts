import { convertCeil, convertFloor, RATE_OF_ONE, type Rate } from '@coffer/contract/rates'
import type { Settings } from '@coffer/contract/settings'
import type { BackendBoxDetail, BackendBoxRow } from '@coffer/contract/shapes'
import { BOX_TOTAL_UNITS, chancePercent } from '@coffer/fairness'
import { assert } from '../kernel/index.ts'
import { absoluteUrl } from '../media/index.ts'
import { type Attribute, customAttributes } from './attributes.ts'
import type { ListedBox } from './box-list-store.ts'
import type { CatalogueItem } from './item-store.ts'
import { cashedRtpBps } from './rtp-status.ts'
import type { VersionPrize } from './version-store.ts'

/** What boxes are shown with: the service's address, declared attributes, and amounts in `currency`. */
export type Showing = {
  baseUrl: string
  declared: readonly Attribute[]
  /** By whose rules what is won is cashed back. */
  settings: Settings
  currency: string
  /** To `currency`, by the currency of a version. What is priced in another one is shown as it is priced. */
  rates: ReadonlyMap<string, Rate>
}

type Conversion = { from: string; to: string; rate: Rate }

function conversionOf({ version }: ListedBox, { currency, rates }: Showing): Conversion {
  const from = version?.currency ?? currency
  const rate = rates.get(from)
  return rate ? { from, to: currency, rate } : { from, to: from, rate: RATE_OF_ONE }
}

/** A box as its operator sees it; players are shown what the contract of their surface names. A price rounds up, what can be won rounds down. */
export function boxRow(box: ListedBox, showing: Showing): BackendBoxRow {
  const { version } = box
  const { from, to, rate } = conversionOf(box, showing)
  return {
    boxId: box.boxId,
    boxVersionId: version?.boxVersionId ?? null,
    versionNumber: version?.versionNumber ?? null,
    slug: box.slug,
    name: box.name,
    imageUrl: absoluteUrl(showing.baseUrl, box.imageUrl),
    isActive: box.isActive,
    priceMinor: version && convertCeil(version.priceMinor, rate, from, to),
    currency: to,
    rtpBps: version?.rtpBps ?? null,
    houseEdgeBps: version && 10_000 - version.rtpBps,
    rtpCashedBps: version && cashedRtpBps(version, showing.settings),
    maxPrizeMinor: version && convertFloor(version.maxPrizeMinor, rate, from, to),
    customAttributes: customAttributes(showing.declared, box.attributes),
    currentRtpBps: box.currentRtpBps,
    isPaused: box.isPaused,
  }
}

/** A prize shows name, type and value as published, and its picture and stock as they are now. */
export function boxDetail(
  box: ListedBox,
  prizes: readonly VersionPrize[],
  items: ReadonlyMap<number, CatalogueItem>,
  showing: Showing,
): BackendBoxDetail {
  const { version } = box
  const conversion = conversionOf(box, showing)
  return {
    ...boxRow(box, showing),
    description: box.description,
    snapshotUrl: version && snapshotUrl(showing.baseUrl, version.boxVersionId),
    snapshotHash: version?.snapshotHash ?? null,
    totalUnits: BOX_TOTAL_UNITS,
    refundable: box.refundable,
    prizes: prizes.map((prize) => prizeView(prize, items.get(prize.itemId), conversion, showing.baseUrl)),
  }
}

function prizeView(
  prize: VersionPrize,
  item: CatalogueItem | undefined,
  { from, to, rate }: Conversion,
  baseUrl: string,
): BackendBoxDetail['prizes'][number] {
  assert(item, 'a prize is an item of the catalogue')
  const { itemId, name, type, valueMinor, chanceUnits, rangeStart, rangeEnd } = prize
  return {
    ...{ itemId, name, type, currency: to, chanceUnits, rangeStart, rangeEnd },
    valueMinor: convertFloor(valueMinor, rate, from, to),
    imageUrl: absoluteUrl(baseUrl, item.imageUrl),
    chancePercent: chancePercent(chanceUnits),
    inStock: item.stock === null || item.stock > 0,
    isCollectible: item.isCollectible,
  }
}

/** Where anyone reads the published odds of a version. */
export function snapshotUrl(baseUrl: string, boxVersionId: number): string {
  return `${baseUrl}/fairness/box-versions/${boxVersionId}/snapshot`
}
