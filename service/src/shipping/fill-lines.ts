import { takeStock } from '../catalog/index.ts'
import { assert } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { markFilled } from './line-store.ts'
import { piecesOf, shareOut } from './stock.ts'
import type { LineRecord } from './tables.ts'

type WaitingLine = Pick<LineRecord, 'line_id' | 'item_id' | 'waiting_for_stock'>

/**
 * Gives waiting lines of a locked order a piece of stock each, as far as there is one; of an item that is not counted there always is.
 * Returns how many wait no more.
 */
export async function fillLines(tx: Tx, operatorId: number, lines: readonly WaitingLine[]): Promise<number> {
  return turn(tx, operatorId, lines, { withoutPiece: false })
}

/** Ends the waiting of all lines: the desk has the goods. Those that the stock knows of are taken from it. */
export async function endWaiting(tx: Tx, operatorId: number, lines: readonly WaitingLine[]): Promise<number> {
  return turn(tx, operatorId, lines, { withoutPiece: true })
}

async function turn(
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
