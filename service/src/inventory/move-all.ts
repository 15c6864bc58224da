import { assert, assertMove } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { listConflicts } from '../wallet/index.ts'
import { ITEM_MOVES, type ItemState } from './item.ts'
import { moveItems } from './store.ts'

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

/** Gives locked items back to the vault. One whose credit was accepted too late has been paid for, and stays out of reach. */
export async function releaseAll(tx: Tx, operatorId: number, ids: readonly number[], from: ItemState): Promise<void> {
  const paid = await listConflicts(tx, operatorId, 'cashback_credit', ids.map(String))
  const [disputed, free] = [ids.filter((id) => paid.has(String(id))), ids.filter((id) => !paid.has(String(id)))]
  await moveAll(tx, operatorId, free, { from, to: 'unresolved' })
  await moveAll(tx, operatorId, disputed, { from, to: 'disputed' })
}
