import { assert, type Owner, present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { findGrant, takeUnits } from './store.ts'

/** Operator-funded opens that a launch still grants, and the box that they are for. */
export async function freeOpensLeft(
  tx: Tx,
  owner: Owner,
  launchId: number,
): Promise<{ boxId: number | null; left: number }> {
  const grant = present(await findGrant(tx, owner, launchId), 'the launch of a session exists')
  return { boxId: grant.box_id, left: grant.free_opens_granted - grant.free_opens_used }
}

/**
 * Uses up `count` free opens, all or none; to be called in the transaction that settles the round.
 * Gives the number left afterwards, or null when there are too few.
 */
export async function takeFreeOpens(tx: Tx, owner: Owner, launchId: number, count: number): Promise<number | null> {
  assert(Number.isSafeInteger(count) && count > 0, 'a round takes at least one free open')
  return takeUnits(tx, owner, launchId, count)
}
