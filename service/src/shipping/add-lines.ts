import { lockStocks, takeStock } from '../catalog/index.ts'
import type { Tx } from '../platform/index.ts'
import { countWaiting, insertLines } from './line-store.ts'
import type { DraftLine } from './order.ts'
import { piecesOf, shareOut } from './stock.ts'
import type { OrderRecord } from './tables.ts'

/**
 * Puts items that are `ship_requested` on a locked order, and takes stock for them: a line of which there is no piece left waits. What
 * has come for older lines that wait is left to them.
 */
export async function addLines(tx: Tx, order: OrderRecord, lines: readonly DraftLine[], at: Date): Promise<void> {
  const { operator_id, order_id, currency } = order
  const pieces = piecesOf(lines.map((line) => line.itemId))
  const itemIds = pieces.map((one) => one.itemId)
  // Who waits is counted under the lock that everybody takes before they begin to wait: an order that is being placed meanwhile is older.
  await lockStocks(tx, operator_id, itemIds)
  const waiting = await countWaiting(tx, operator_id, itemIds)
  const wanted = pieces.map((one) => ({ ...one, leave: waiting.get(one.itemId) ?? 0 }))
  const taken = await takeStock(tx, operator_id, wanted)
  const rows = shareOut(lines, taken).map(({ line, tookStock, waits }) => ({
    operator_id,
    order_id,
    inventory_item_id: line.inventoryItemId,
    item_id: line.itemId,
    name: line.name,
    image_url: line.imageUrl,
    value_minor: line.valueMinor,
    shipping_cost_minor: line.shippingCostMinor,
    goes_along: line.goesAlong,
    currency,
    waiting_for_stock: waits,
    took_stock: tookStock,
    added_at: at,
  }))
  await insertLines(tx, rows)
}
