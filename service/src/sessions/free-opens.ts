import { assert, type Owner, present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { findGrant, type Grant, lockGrant, takeUnits } from './store.ts'

type FreeOpens = { boxId: number | null; left: number }

/** Operator-funded opens that a launch still grants, and the box that they are for. */
export async function freeOpensLeft(tx: Tx, owner: Owner, launchId: number): Promise<FreeOpens> {
  return freeOpensOf(present(await findGrant(tx, owner, launchId), 'the launch of a session exists'))
}

/** Those that are left for one of these boxes, null for none. Nobody else takes of them until this transaction ends. */
export async function lockFreeOpens(
  tx: Tx,
  owner: Owner,
  launchId: number,
  boxIds: readonly number[],
): Promise<FreeOpens | null> {
  const grant = await lockGrant(tx, owner, launchId, boxIds)
  return grant && freeOpensOf(grant)
}

function freeOpensOf(grant: Grant): FreeOpens {
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
