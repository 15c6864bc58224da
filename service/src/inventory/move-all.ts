import { assert, assertMove } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { ITEM_MOVES, type ItemState } from './item.ts'
import { moveItems } from './item-moves-store.ts'

/** Moves locked items, which are in one state, by the transition table: all of them. */
export async function moveAll(
  tx: Tx,
  operatorId: number,
  ids: readonly number[],
  { from, to }: { from: ItemState; to: ItemState },
): Promise<void> {
  assertMove(ITEM_MOVES, from, to)
  assert((await moveItems(tx, operatorId, ids, { from, to })) === ids.length, 'locked items move')
}
