import { convertCeil, convertFloor, type Rate } from '@coffer/contract/rates'
import type { UnshippableReason } from '@coffer/contract/shipping'
import { type ItemToShip, ratesInto, readItemsToShip } from '../inventory/index.ts'
import { type Owner, present } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import type { Batch, BatchItem } from './batch.ts'
import type { Fee } from './order.ts'

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
