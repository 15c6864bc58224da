import { type Conversion, convertedDown, convertedUp } from '../operators/index.ts'
import type { ActiveBox, ItemAmounts, PricedItem, PriceInFile } from './conversion-store.ts'
import { type Fault, faultsBelow } from './faults.ts'
import { isRtpOutside, publishFaults, type RtpBounds, rtpBpsOf } from './publish-gate.ts'
import type { Publication } from './publish-versions.ts'
import type { FiledPrize, NewestVersion } from './version-store.ts'

/** A box on sale in the operator's old currency, and what is to be published in the new one. Pure. */
export type ConvertedBox = { key: string; publication: Publication; before: { priceMinor: number; rtpBps: number } }

/** What a player pays rounds up, what they can win rounds down; the odds stay. */
export function convertedBox(
  { key, boxId, name, slug }: ActiveBox,
  { previous, prizes }: { previous: NewestVersion; prizes: readonly FiledPrize[] },
  conversion: Conversion,
): ConvertedBox {
  const path = `boxes.${key}`
  const down = (minor: number) => convertedDown(minor, conversion, `${path}.prizes`)
  const publication = {
    ...{ boxId, name, slug, previous },
    priceMinor: convertedUp(previous.priceMinor, conversion, `${path}.priceMinor`),
    prizes: prizes.map(({ itemId, name, type, chanceUnits, valueMinor, valueInFile }) => ({
      ...{ itemId, name, type, chanceUnits },
      valueMinor: down(valueMinor),
      valueInFile: down(valueInFile),
    })),
  }
  const { priceMinor } = previous
  return { key, publication, before: { priceMinor, rtpBps: rtpBpsOf({ priceMinor, prizes }) } }
}

/** A price of the catalogue file, which rounds up as the price of its box does. */
export function convertedPrice(price: PriceInFile, conversion: Conversion): PriceInFile {
  return { ...price, priceMinor: convertedUp(price.priceMinor, conversion, `boxes.${price.key}.priceMinor`) }
}

/** Why a converted box may not go on sale, named by its key; without bounds any RTP may. */
export function conversionFaults({ key, publication }: ConvertedBox, bounds: RtpBounds | null): Fault[] {
  const prizes = publication.prizes.map((prize) => ({ ...prize, key: String(prize.itemId) }))
  return faultsBelow(`boxes.${key}`, publishFaults({ ...publication, prizes }, bounds))
}

/** What is shown of a converted box; without a version when it was only tried out. */
export function boxReport({ key, publication, before }: ConvertedBox, boxVersionId: number | null, bounds: RtpBounds) {
  const { boxId, priceMinor } = publication
  return {
    ...{ key, boxId, boxVersionId },
    priceMinor: { from: before.priceMinor, to: priceMinor },
    rtpBps: { from: before.rtpBps, to: rtpBpsOf(publication) },
    isRtpOutside: isRtpOutside(publication, bounds),
  }
}

/**
 * What an item is worth rounds down, what sending it costs rounds up. A value that was stated in the new currency, before the operator
 * left it, is that value again.
 */
export function convertedItem(item: PricedItem, conversion: Conversion): ItemAmounts {
  const { itemId, key, valueMinor, valueInFile, statedMinor, statedCurrency } = item
  const path = `items.${key}`
  const down = (minor: number) => convertedDown(minor, conversion, `${path}.valueMinor`)
  const up = (minor: number | null) =>
    minor === null ? null : convertedUp(minor, conversion, `${path}.shippingCostMinor`)
  return {
    ...{ itemId, key },
    valueMinor: statedCurrency === conversion.to ? statedMinor : down(valueMinor),
    valueInFile: down(valueInFile),
    shippingCostMinor: up(item.shippingCostMinor),
    shippingCostInFile: up(item.shippingCostInFile),
  }
}
