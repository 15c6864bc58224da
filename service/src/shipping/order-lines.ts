import type { LeavingReason } from '@coffer/contract/order-names'
import { lockStocks, type Pieces, returnStock, takeStock } from '../catalog/index.ts'
import { releaseItems } from '../inventory/index.ts'
import { assert } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { countWaiting, insertLines, markFilled, takeLinesOff } from './line-store.ts'
import type { DraftLine } from './order.ts'
import type { LineRecord, OrderRecord } from './tables.ts'

/** How many pieces of each item lines are; by ascending item id. */
export function piecesOf(itemIds: readonly number[]): Pieces[] {
  const counts = new Map<number, number>()
  for (const itemId of itemIds) counts.set(itemId, (counts.get(itemId) ?? 0) + 1)
  return [...counts].map(([itemId, count]) => ({ itemId, count })).sort((a, b) => a.itemId - b.itemId)
}

/** What lines get of the pieces that were taken for them, in their order; null stands for any number. */
export function shareOut<Line extends { itemId: number }>(
  lines: readonly Line[],
  taken: ReadonlyMap<number, number | null>,
): { line: Line; tookStock: boolean; waits: boolean }[] {
  const left = new Map(taken)
  return lines.map((line) => {
    const pieces = left.get(line.itemId) ?? null
    if (pieces === null) return { line, tookStock: false, waits: false }
    if (pieces === 0) return { line, tookStock: false, waits: true }
    left.set(line.itemId, pieces - 1)
    return { line, tookStock: true, waits: false }
  })
}

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

type WaitingLine = Pick<LineRecord, 'line_id' | 'item_id' | 'waiting_for_stock'>

/**
 * Gives waiting lines of a locked order a piece of stock each, as far as there is one; of an item that is not counted there always is.
 * Returns how many wait no more.
 */
export async function fillLines(tx: Tx, operatorId: number, lines: readonly WaitingLine[]): Promise<number> {
  return fill(tx, operatorId, lines, { withoutPiece: false })
}

/** Ends the waiting of all lines: the desk has the goods. Those that the stock knows of are taken from it. */
export async function endWaiting(tx: Tx, operatorId: number, lines: readonly WaitingLine[]): Promise<number> {
  return fill(tx, operatorId, lines, { withoutPiece: true })
}

async function fill(
  tx: Tx,
  operatorId: number,
  lines: readonly WaitingLine[],
  { withoutPiece }: { withoutPiece: boolean },
): Promise<number> {
  const waiting = lines
    .filter((line) => line.waiting_for_stock)
    .map(({ line_id: lineId, item_id: itemId }) => ({ lineId, itemId }))
  if (waiting.length === 0) return 0
  const taken = await takeStock(tx, operatorId, piecesOf(waiting.map((line) => line.itemId)))
  const shared = shareOut(waiting, taken).filter(({ waits }) => withoutPiece || !waits)
  for (const tookStock of [true, false]) {
    const ids = shared.filter((one) => one.tookStock === tookStock).map(({ line }) => line.lineId)
    assert((await markFilled(tx, operatorId, ids, tookStock)) === ids.length, 'lines of a locked order turn')
  }
  return shared.length
}

/**
 * Takes lines off a locked order and gives their items back to the vault. The stock that they took goes back too, unless the goods had
 * left: what comes back through the post is for the desk to look at.
 */
export async function takeLinesOffOrder(
  tx: Tx,
  order: OrderRecord,
  lines: readonly LineRecord[],
  left: { at: Date; because: LeavingReason },
): Promise<void> {
  if (lines.length === 0) return
  const { operator_id: operatorId } = order
  const ids = lines.map((line) => line.line_id)
  await releaseItems(
    tx,
    operatorId,
    lines.map((line) => line.inventory_item_id),
  )
  assert((await takeLinesOff(tx, operatorId, ids, left)) === lines.length, 'lines of a locked order leave it')
  if (left.because === 'returned') return
  const pieces = piecesOf(lines.filter((line) => line.took_stock).map((line) => line.item_id))
  await returnStock(tx, operatorId, pieces)
}
