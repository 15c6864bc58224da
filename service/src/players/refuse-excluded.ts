import { atOnce, type Owner, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Exclusion, exclusionOf, type Restrictions } from './restriction.ts'
import { findRestrictions } from './restriction-store.ts'
import { sharePlayer } from './store.ts'

/**
 * Refuses whatever a player may not do while excluded or cooling off: to be launched, and to spend anything. Gives the restrictions that
 * there are besides, for the caps of a day; null when there are none. Throws PLAYER_RESTRICTED.
 *
 * The player is shared until the transaction ends: a change of restrictions waits for it, or was seen.
 */
export async function refuseExcluded(ctx: Context, tx: Tx, owner: Owner): Promise<Restrictions | null> {
  const restrictions = await readShared(tx, owner)
  const exclusion = exclusionOf(restrictions, ctx.clock.now())
  if (exclusion) throw restricted(exclusion)
  return restrictions
}

/** Whether a player is excluded or cooling off; as exact as {@link refuseExcluded}. */
export async function isExcluded(ctx: Context, tx: Tx, owner: Owner): Promise<boolean> {
  return exclusionOf(await readShared(tx, owner), ctx.clock.now()) !== null
}

/** What locks goes before what reads, of what is asked for at once. */
async function readShared(tx: Tx, owner: Owner): Promise<Restrictions | null> {
  const [, restrictions] = await atOnce(sharePlayer(tx, owner), findRestrictions(tx, owner))
  return restrictions
}

/** PLAYER_RESTRICTED with its reason and its end. */
export function restricted({ reason, until }: Exclusion): Refusal {
  return new Refusal('PLAYER_RESTRICTED', { reason, until: until?.toISOString() ?? null })
}
