import { returnStock } from '../catalog/index.ts'
import { releaseItems } from '../inventory/index.ts'
import { assert } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { takeLinesOff } from './line-store.ts'
import type { LeftBecause } from './order.ts'
import { piecesOf } from './stock.ts'
import type { LineRecord, OrderRecord } from './tables.ts'

/**
 * Takes lines off a locked order and gives their items back to the vault. The stock that they took goes back too, unless the goods had
 * left: what comes back through the post is for the desk to look at.
 */
export async function takeLinesOffOrder(
  tx: Tx,
  order: OrderRecord,
  lines: readonly LineRecord[],
  left: { at: Date; because: LeftBecause },
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
