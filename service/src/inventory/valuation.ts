import { mulDivFloorCapped } from '@coffer/contract/money'
import { convertFloor, minorRate, type Rate } from '@coffer/contract/rates'
import { type CatalogueItem, itemsByIds, listLastValues } from '../catalog/index.ts'
import { present } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { currentRate, rateFor } from '../rates/index.ts'
import type { MostCredit } from './cashback.ts'
import type { InventoryRecord } from './store.ts'

/**
 * What a collectible of the catalogue is worth now, in the currency in which somebody holds it: the one source of that figure for rows,
 * details, portfolios, payouts and cashback.
 */
export type Valuation = {
  /** Null: nothing is known but what it was worth when it was won. */
  valueMinor: number | null
  /** False without a usable rate: the value is then the last one known, and it is not paid. */
  isCurrent: boolean
}

/** What is known of a value in a currency that the catalogue does not name it in. */
type Abroad = {
  /** From the catalogue's currency; null when there is none that can be used. */
  rate: Rate | null
  /** The last value that the catalogue named in this currency, if it ever did. */
  lastMinor: number | null
}

/**
 * The value that the catalogue itself names in a currency, or null. After an operator was converted, the newest revision still holds
 * the value in force in the currency before.
 */
function namedValue(item: CatalogueItem, currency: string): number | null {
  if (item.currency === currency) return item.valueMinor
  return item.revisionCurrency === currency ? item.revisionValueMinor : null
}

/** `abroad` counts where the catalogue does not name the value in this currency. */
function valuationOf(item: CatalogueItem, currency: string, { rate, lastMinor }: Abroad): Valuation {
  const named = namedValue(item, currency)
  if (named !== null) return { valueMinor: named, isCurrent: true }
  if (rate === null) return { valueMinor: lastMinor, isCurrent: false }
  return { valueMinor: convertFloor(item.valueMinor, rate, item.currency, currency), isCurrent: true }
}

/** The value in force, in the item's own currency. Only a collectible's moves. */
export function valueNow(
  record: Pick<InventoryRecord, 'is_collectible' | 'won_value_minor'>,
  valuation: Valuation,
): number {
  return record.is_collectible ? (valuation.valueMinor ?? record.won_value_minor) : record.won_value_minor
}

/** Whether the value in force is known well enough to be paid. */
export function isPayable(record: Pick<InventoryRecord, 'is_collectible'>, valuation: Valuation): boolean {
  return !record.is_collectible || valuation.isCurrent
}

/** A catalogue item that somebody holds, and the currency of that. */
export type Holding = { item_id: number; currency: string }

/** A catalogue item as it stands now, its value in the currency that it is held in, and the most that cashback may pay for it there. */
export type Valued = { catalogueItem: CatalogueItem; valuation: Valuation; mostCredit: MostCredit }

/** Values catalogue items in the currencies in which they are held; a constant number of statements for any number of them. */
export async function valueItems(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  holdings: readonly Holding[],
  known?: ReadonlyMap<number, CatalogueItem>,
): Promise<(holding: Holding) => Valued> {
  const ids = [...new Set(holdings.map((holding) => holding.item_id))]
  const catalogue = known ?? (await itemsByIds(tx, operator.operatorId, ids))
  const itemOf = (holding: Holding) => present(catalogue.get(holding.item_id), 'what is held is in the catalogue')
  const unnamed = holdings.filter((holding) => namedValue(itemOf(holding), holding.currency) === null)
  const abroad = unnamed.length === 0 ? () => NOTHING : await lookAbroad(ctx, tx, operator.operatorId, unnamed, itemOf)
  const mostCredit = await readMostCredit(ctx, tx, operator, holdings)
  return (holding) => {
    const catalogueItem = itemOf(holding)
    const valuation = valuationOf(catalogueItem, holding.currency, abroad(holding))
    return { catalogueItem, valuation, mostCredit: mostCredit(holding.currency) }
  }
}

/**
 * The most that one cashback may pay, in the currency that an item is held in: exact, as an amount of whole minor units is above it
 * exactly when it is worth more than the operator's limit.
 */
async function readMostCredit(
  ctx: Context,
  tx: Tx,
  { currency: own, settings }: Operator,
  holdings: readonly Holding[],
): Promise<(currency: string) => MostCredit> {
  const { maxItemMinor } = settings.cashback
  if (maxItemMinor === null) return () => null
  const most = new Map<string, number | 'unknown'>()
  for (const currency of new Set(holdings.map((holding) => holding.currency))) {
    const rate = await currentRate(ctx, tx, own, currency)
    const scaled = rate && minorRate(rate, own, currency)
    most.set(currency, scaled ? mulDivFloorCapped(maxItemMinor, scaled.numerator, scaled.denominator) : 'unknown')
  }
  return (currency) => present(most.get(currency), 'the limit in the currency of every holding is known')
}

const NOTHING: Abroad = { rate: null, lastMinor: null }

/** Rates to the currencies of these holdings, and where there is none the last value that was named in them. */
async function lookAbroad(
  ctx: Context,
  tx: Tx,
  operatorId: number,
  holdings: readonly Holding[],
  itemOf: (holding: Holding) => CatalogueItem,
): Promise<(holding: Holding) => Abroad> {
  const pairOf = (holding: Holding) => `${itemOf(holding).currency} ${holding.currency}`
  const rates = new Map<string, Rate | null>()
  for (const holding of holdings) {
    const pair = pairOf(holding)
    if (!rates.has(pair)) rates.set(pair, await currentRate(ctx, tx, itemOf(holding).currency, holding.currency))
  }
  const unrated = holdings.filter((holding) => rates.get(pairOf(holding)) === null)
  const itemIds = [...new Set(unrated.map((holding) => holding.item_id))]
  const currencies = [...new Set(unrated.map((holding) => holding.currency))]
  const last = unrated.length === 0 ? [] : await listLastValues(tx, operatorId, { itemIds, currencies })
  const lastOf = new Map(last.map(({ itemId, currency, valueMinor }) => [`${itemId} ${currency}`, valueMinor]))
  return (holding) => ({
    rate: rates.get(pairOf(holding)) ?? null,
    lastMinor: lastOf.get(`${holding.item_id} ${holding.currency}`) ?? null,
  })
}

/**
 * The current rates from these currencies to another. The operator's own is always one of them, so that a currency is refused with
 * UNSUPPORTED_CURRENCY whatever there is to convert.
 */
export async function ratesInto(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  { from, to }: { from: readonly string[]; to: string },
): Promise<Map<string, Rate>> {
  const rates = new Map<string, Rate>()
  for (const currency of new Set([operator.currency, ...from])) {
    rates.set(currency, await rateFor(ctx, tx, operator, currency, to))
  }
  return rates
}
