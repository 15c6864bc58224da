import { assert } from '../kernel/index.ts'
import type { Tx } from './database.ts'

/**
 * What a transaction of a money flow locks, in the one order in which all of them do, so that no two ever wait for each other. Of one entry
 * there may be several rows: campaigns and items by ascending id. Who shares a player (`sharePlayer`) takes no entry: only a change of
 * restrictions locks players against it, and that one wants nothing of this list after it. `shareWallet` takes none either: of this list, a
 * change of the wallet URL locks only the audit log after it.
 */
export const LOCK_ORDER = [
  'free opens of a launch',
  'free opens of campaigns',
  'player',
  'restrictions',
  'operation',
  'round or intent',
  'seed pairs',
  'shipping order',
  'payout',
  'items',
  'stock',
  'staff of an operator',
  'audit log',
] as const

export type Lock = (typeof LOCK_ORDER)[number]

/** What a transaction has locked, by entry. */
const takenBy = new WeakMap<Tx, Map<Lock, Set<string>>>()

/**
 * To be called by whatever locks, before its statement, with what tells the rows of an entry apart. A lock that should have been taken before
 * another one is a bug; what a transaction has locked it may lock again.
 */
export function inLockOrder(tx: Tx, lock: Lock, row: string | number | readonly number[]): void {
  const taken = takenBy.get(tx) ?? new Map<Lock, Set<string>>()
  takenBy.set(tx, taken)
  const rows = taken.get(lock) ?? new Set<string>()
  if (rows.has(String(row))) return
  const later = LOCK_ORDER.slice(LOCK_ORDER.indexOf(lock) + 1).find((other) => taken.has(other))
  assert(later === undefined, `${lock} is locked after ${later}`)
  taken.set(lock, rows.add(String(row)))
}

/** To be called by a lock without an entry that comes before another one. */
export function assertNotLocked(tx: Tx, lock: Lock): void {
  assert(!takenBy.get(tx)?.has(lock), `${lock} is locked too early`)
}
