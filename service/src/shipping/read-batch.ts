import { convertCeil, convertFloor } from '@coffer/contract/rates'
import type { UnshippableReason } from '@coffer/contract/shipping'
import { type ItemToShip, readItemsToShip } from '../inventory/index.ts'
import type { Owner } from '../kernel/index.ts'
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
  const found = new Map((await readItemsToShip(ctx, tx, owner, ids)).map((item) => [item.inventoryItemId, item]))
  const items: BatchItem[] = []
  const faults = new Map<number, UnshippableReason>()
  for (const id of ids) {
    const item = found.get(id)
    if (item && item.fault === null) items.push(await countItem(ctx, tx, operator, item))
    else faults.set(id, item?.fault ?? 'NOT_FOUND')
  }
  return { currency: operator.currency, items, faults }
}

async function countItem(ctx: Context, tx: Tx, operator: Operator, item: ItemToShip): Promise<BatchItem> {
  const { inventoryItemId, name, imageUrl, catalogueItem } = item
  const { itemId, stock, shippingCostMinor, currency: costCurrency } = catalogueItem
  const { currency, settings } = operator
  const worth = await rateFor(ctx, tx, operator, item.currency, currency)
  const cost = await rateFor(ctx, tx, operator, costCurrency, currency)
  return {
    inventoryItemId,
    itemId,
    name,
    imageUrl,
    valueMinor: convertFloor(item.valueMinor, worth, item.currency, currency),
    shippingCostMinor:
      shippingCostMinor === null
        ? settings.shipping.defaultCostMinor
        : convertCeil(shippingCostMinor, cost, costCurrency, currency),
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
