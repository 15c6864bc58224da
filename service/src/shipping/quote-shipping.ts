import { convertCeil, convertFloor, type Rate } from '@coffer/contract/rates'
import type { ShippingQuote, UnshippableReason } from '@coffer/contract/shipping'
import { type ItemToShip, ratesInto, readItemsToShip } from '../inventory/index.ts'
import { type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import { type Batch, type BatchItem, costOf, isBelowMinimum, totalOf } from './batch.ts'
import { countWaiting } from './line-store.ts'
import type { Fee } from './order.ts'
import { shareOut } from './order-lines.ts'

export type QuoteShipping = {
  operator: Operator
  /** Null for a player of whom we have never heard. */
  owner: Owner | null
  inventoryItemIds: readonly number[]
  /** What the player would be charged in; null where nobody is charged. */
  chargedIn: string | null
}

/**
 * What an order of these items would be, and why one of them cannot be shipped. Nothing is promised or locked. Refuses with
 * SHIPPING_DISABLED or UNSUPPORTED_CURRENCY.
 */
export async function quoteShipping(ctx: Context, input: QuoteShipping): Promise<ShippingQuote> {
  const { operator, owner, inventoryItemIds: ids, chargedIn } = input
  if (!operator.settings.policies.shippingEnabled) throw new Refusal('SHIPPING_DISABLED')
  return ctx.tx(operator.operatorId, async (tx) => {
    const batch = owner ? await readBatch(ctx, tx, operator, owner, ids) : nothingOf(operator, ids)
    const fee = chargedIn === null ? null : await feeFor(ctx, tx, operator, costOf(batch.items), chargedIn)
    const minimumMinor = operator.settings.shipping.minShipmentValueMinor
    return quoteView(batch, ids, { minimumMinor, fee, stock: await freeStock(tx, operator.operatorId, batch) })
  })
}

type Stock = ReadonlyMap<number, number | null>

/** What an order would find of each item: pieces that have come for lines that wait are not for it. */
async function freeStock(tx: Tx, operatorId: number, { items }: Batch): Promise<Stock> {
  const counted = items.filter((item) => item.stock !== null)
  const ids = [...new Set(counted.map((item) => item.itemId))]
  const waiting = ids.length === 0 ? new Map<number, number>() : await countWaiting(tx, operatorId, ids)
  const freeOf = ({ itemId, stock }: BatchItem) =>
    stock === null ? null : Math.max(0, stock - (waiting.get(itemId) ?? 0))
  return new Map(items.map((item) => [item.itemId, freeOf(item)]))
}

function nothingOf({ currency }: Operator, ids: readonly number[]): Batch {
  return { currency, items: [], faults: new Map(ids.map((id) => [id, 'NOT_FOUND'])) }
}

type Terms = { minimumMinor: number; fee: Fee | null; stock: Stock }

function quoteView(batch: Batch, ids: readonly number[], { minimumMinor, fee, stock }: Terms): ShippingQuote {
  const items = new Map(shareOut(batch.items, stock).map((share) => [share.line.inventoryItemId, share]))
  return {
    currency: batch.currency,
    shippingCostMinor: costOf(batch.items),
    itemsValueTotalMinor: totalOf(batch.items),
    minimumMinor,
    canBeOrdered: batch.faults.size === 0 && !isBelowMinimum(batch.items, minimumMinor),
    fee,
    items: ids.map((id) => {
      const item = items.get(id)
      return {
        inventoryItemId: id,
        name: item?.line.name ?? null,
        valueMinor: item?.line.valueMinor ?? null,
        shippable: item !== undefined,
        reason: batch.faults.get(id) ?? null,
        waitingForStock: item?.waits ?? false,
      }
    }),
  }
}

/** Items of a player as an order would hold them now. Throws UNSUPPORTED_CURRENCY when one cannot be counted in the operator's. */
export async function readBatch(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  owner: Owner,
  ids: readonly number[],
): Promise<Batch> {
  const found = new Map(
    (await readItemsToShip(ctx, tx, operator, owner, ids)).map((item) => [item.inventoryItemId, item]),
  )
  const rates = await ratesInto(ctx, tx, operator, { from: currenciesOf([...found.values()]), to: operator.currency })
  const items: BatchItem[] = []
  const faults = new Map<number, UnshippableReason>()
  for (const id of ids) {
    const item = found.get(id)
    if (item && item.fault === null) items.push(countItem(operator, item, rates))
    else faults.set(id, item?.fault ?? 'NOT_FOUND')
  }
  return { currency: operator.currency, items, faults }
}

/** Those that amounts of the items which can be shipped are in: their values, and what it costs to send them. */
function currenciesOf(found: readonly ItemToShip[]): string[] {
  return found
    .filter(({ fault }) => fault === null)
    .flatMap(({ currency, catalogueItem }) => [currency, catalogueItem.currency])
}

function countItem({ currency, settings }: Operator, item: ItemToShip, rates: ReadonlyMap<string, Rate>): BatchItem {
  const { inventoryItemId, name, imageUrl, catalogueItem } = item
  const { itemId, stock, shippingCostMinor, currency: costCurrency } = catalogueItem
  const rateOf = (from: string) => present(rates.get(from), 'what is counted has a rate')
  return {
    inventoryItemId,
    itemId,
    name,
    imageUrl,
    valueMinor: convertFloor(item.valueMinor, rateOf(item.currency), item.currency, currency),
    shippingCostMinor:
      shippingCostMinor === null
        ? settings.shipping.defaultCostMinor
        : convertCeil(shippingCostMinor, rateOf(costCurrency), costCurrency, currency),
    stock,
  }
}

/** What a player is charged for a cost in the operator's currency: at the current rate, rounded up. Null for nothing. */
export async function feeFor(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  costMinor: number,
  currency: string,
): Promise<Fee | null> {
  if (costMinor === 0) return null
  const rate = await rateFor(ctx, tx, operator, operator.currency, currency)
  return { amountMinor: convertCeil(costMinor, rate, operator.currency, currency), currency }
}
