import { STOCK_MAX } from '@coffer/contract/limits'
import { type Actor, appendAudit } from '../audit/index.ts'
import { invalidField, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { lockStock, updateStock } from './stock-store.ts'

/** A number of pieces, so many more or fewer, or any number: the item is not counted. */
export type StockChange = { set: number } | { add: number } | 'unlimited'

export type SetStock = {
  operatorId: number
  /** The key of an item or, when no item has this key, its id; a number is always an id. */
  item: string | number
  change: StockChange
  /** The stock that the change is based on. Omitted: any. */
  before?: number | null
  actor: Actor
  reason?: string | undefined
}

export type StockSet = { itemId: number; key: string; from: number | null; to: number | null }

/**
 * Sets how many pieces of an item there are; null stands for any number. A change to the same stock changes nothing and is not audited.
 * The same catalogue file again does not undo it. Throws UNKNOWN_ITEM, ITEM_CHANGED, and a 422 that names `set` or `add`.
 */
export async function setStock(ctx: Context, input: SetStock): Promise<StockSet> {
  const { operatorId, item, change, before, actor, reason } = input
  return ctx.tx(operatorId, async (tx) => {
    const found = await lockStock(tx, operatorId, item)
    if (!found) throw new Refusal('UNKNOWN_ITEM')
    const { itemId, key, stock: from } = found
    if (before !== undefined && before !== from) throw new Refusal('ITEM_CHANGED')
    const to = changedStock(from, change)
    if (to === from) return { itemId, key, from, to }
    await updateStock(tx, operatorId, itemId, to)
    const at = ctx.clock.now()
    const details = { itemId, key, from, to, ...(reason !== undefined && { reason }) }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'item.stock_set', details, at })
    return { itemId, key, from, to }
  })
}

function changedStock(stock: number | null, change: StockChange): number | null {
  if (change === 'unlimited') return null
  if ('set' in change) return counted('set', change.set)
  if (stock === null) throw invalidField('add', 'is of no use to an item that is not counted: set a number first')
  return counted('add', stock + change.add)
}

function counted(path: string, pieces: number): number {
  if (Number.isInteger(pieces) && pieces >= 0 && pieces <= STOCK_MAX) return pieces
  throw invalidField(path, `would make it ${pieces}: pieces are whole, from 0 to ${STOCK_MAX}`)
}
