import { STOCK_MAX } from '@coffer/contract/catalogue-file'
import { appendAudit } from '../audit/index.ts'
import { invalidField, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { lockStock, updateStock } from './stock-store.ts'

/** A number of pieces, so many more or fewer, or any number: the item is not counted. */
export type StockChange = { set: number } | { add: number } | 'unlimited'

export type SetStock = { operatorId: number; item: string; change: StockChange; actor: string }

export type StockSet = { itemId: number; key: string; from: number | null; to: number | null }

/**
 * Says how many pieces of an item there are; null stands for any number. What is the case already changes nothing and is not audited.
 * The same catalogue file again does not undo it. Refuses with UNKNOWN_ITEM, and with a 422 that names `set` or `add`.
 */
export async function setStock(ctx: Context, { operatorId, item, change, actor }: SetStock): Promise<StockSet> {
  return ctx.tx(operatorId, async (tx) => {
    const found = await lockStock(tx, operatorId, item)
    if (!found) throw new Refusal('UNKNOWN_ITEM')
    const { itemId, key, stock: from } = found
    const to = changedStock(from, change)
    if (to === from) return { itemId, key, from, to }
    await updateStock(tx, operatorId, itemId, to)
    const at = ctx.clock.now()
    await appendAudit(ctx, tx, operatorId, { actor, action: 'item.stock_set', details: { itemId, key, from, to }, at })
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
