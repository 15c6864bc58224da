import { convertFloor, type Rate } from '@coffer/contract/rates'
import type { CatalogueItem } from '../catalog/index.ts'
import type { InventoryRecord } from './store.ts'

/**
 * What a collectible of the catalogue is worth now, in the currency in which somebody holds it: the one source of that figure for rows,
 * details, portfolios, payouts and cashback. Pure.
 */
export type Valuation = {
  /** Null: nothing is known but what it was worth when it was won. */
  valueMinor: number | null
  /** False without a usable rate: the value is then the last one known, and it is not paid. */
  isCurrent: boolean
}

/** What is known of a value in a currency that the catalogue does not name it in. */
export type Abroad = {
  /** From the catalogue's currency; null when there is none that can be used. */
  rate: Rate | null
  /** The last value that the catalogue named in this currency, if it ever did. */
  lastMinor: number | null
}

/**
 * The value that the catalogue itself names in a currency, or null. After an operator was converted, the newest revision still holds
 * the value in force in the currency before.
 */
export function namedValue(item: CatalogueItem, currency: string): number | null {
  if (item.currency === currency) return item.valueMinor
  return item.revisionCurrency === currency ? item.revisionValueMinor : null
}

/** `abroad` counts where the catalogue does not name the value in this currency. */
export function valuationOf(item: CatalogueItem, currency: string, { rate, lastMinor }: Abroad): Valuation {
  const named = namedValue(item, currency)
  if (named !== null) return { valueMinor: named, isCurrent: true }
  if (rate === null) return { valueMinor: lastMinor, isCurrent: false }
  return { valueMinor: convertFloor(item.valueMinor, rate, item.currency, currency), isCurrent: true }
}

/** The value in force, in the item's own currency. Only a collectible's moves. */
export function valueNow(record: InventoryRecord, valuation: Valuation): number {
  return record.is_collectible ? (valuation.valueMinor ?? record.won_value_minor) : record.won_value_minor
}

/** Whether the value in force is known well enough to be paid. */
export function isPayable(record: InventoryRecord, valuation: Valuation): boolean {
  return !record.is_collectible || valuation.isCurrent
}
