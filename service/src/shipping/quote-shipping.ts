import type { ShippingQuote } from '@coffer/contract/shipping'
import { type Owner, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Batch, type BatchItem, costOf, isBelowMinimum, totalOf } from './batch.ts'
import { countWaiting } from './line-store.ts'
import type { Fee } from './order.ts'
import { shareOut } from './order-lines.ts'
import { feeFor, readBatch } from './read-batch.ts'

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
