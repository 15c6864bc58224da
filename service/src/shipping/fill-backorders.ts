import { findStock } from '../catalog/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { changeOrderRecord } from './change-order-record.ts'
import { listLines, listOldestWaiting } from './line-store.ts'
import { fillLines } from './order-lines.ts'
import { lockOrderById } from './order-store.ts'

/** Lines of one order for which there is stock. */
export type Backorder = { operatorId: number; orderId: number; lineIds: readonly number[] }

/**
 * Which waiting lines the stock of these items suffices for, the oldest of each item first, at most `count`; by order, that of the
 * oldest line first. Nothing is locked.
 */
export async function planBackorders(
  tx: Tx,
  operatorId: number,
  itemIds: readonly number[],
  count: number,
): Promise<Backorder[]> {
  const stock = await findStock(tx, operatorId, itemIds)
  const pieces = [...stock]
    .map(([itemId, pieces]) => ({ itemId, count: Math.min(pieces ?? count, count) }))
    .filter((one) => one.count > 0)
  const lines = await listOldestWaiting(tx, operatorId, pieces, count)
  return [...Map.groupBy(lines, (line) => line.order_id)].map(([orderId, ofOrder]) => ({
    ...{ operatorId, orderId },
    lineIds: ofOrder.map((line) => line.line_id),
  }))
}

/** Fills lines of one order that still wait, and emits one notice of all of them. Returns how many turned. */
export async function fillBackorder(ctx: Context, { operatorId, orderId, lineIds }: Backorder): Promise<number> {
  return ctx.tx(operatorId, async (tx) => {
    const order = await lockOrderById(tx, operatorId, orderId)
    if (!order) return 0
    const lines = (await listLines(tx, operatorId, [orderId])).filter((line) => lineIds.includes(line.line_id))
    const filledCount = await fillLines(tx, operatorId, lines)
    if (filledCount > 0) await changeOrderRecord(ctx, tx, order, {}, { changes: ['backorder'] })
    return filledCount
  })
}
