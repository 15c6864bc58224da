import { assert } from '../kernel/index.ts'
import type { Tx } from './database.ts'

/**
 * What a transaction locks, in the one order in which all of them do, so that no two ever wait for each other. Of one entry there may be
 * several rows: campaigns and items by ascending id.
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
  'audit log',
] as const

export type Lock = (typeof LOCK_ORDER)[number]

/** The entries that a transaction has taken. */
const takenBy = new WeakMap<Tx, Set<Lock>>()

/** To be called by whatever locks, before its statement. A lock that should have been taken before another one is a bug. */
export function inLockOrder(tx: Tx, lock: Lock): void {
  const taken = takenBy.get(tx) ?? new Set<Lock>()
  takenBy.set(tx, taken)
  if (taken.has(lock)) return
  const later = LOCK_ORDER.slice(LOCK_ORDER.indexOf(lock)).find((other) => taken.has(other))
  assert(later === undefined, `${lock} is locked after ${later}`)
  taken.add(lock)
}
