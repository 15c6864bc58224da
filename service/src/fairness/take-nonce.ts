import { atOnce, Hidden, type Owner, present } from '../kernel/index.ts'
import { type Context, sealedPlace, type Tx } from '../platform/index.ts'
import { ensurePairs } from './ensure-pairs.ts'
import type { ActivePair } from './pair.ts'
import { findActive, lockPairs, SERVER_SEED, useNonce } from './store.ts'

/** What a round is drawn with. */
export type TakenNonce = {
  pairId: number
  serverSeed: Hidden<string>
  serverSeedHash: string
  clientSeed: string
  nonce: number
}

/**
 * Takes the next nonce of the player's active pair, and keeps the player's pairs locked until the transaction ends: nonces have no
 * gaps, and no rotation comes between. To be called only in the transaction that settles the round; `locked` is what
 * {@link lockActivePair} gave in it.
 */
export async function takeNonce(ctx: Context, tx: Tx, owner: Owner, locked?: ActivePair | null): Promise<TakenNonce> {
  const found = locked === undefined ? await lockActivePair(tx, owner) : locked
  const active = found ?? (await lockFirstPair(ctx, tx, owner))
  useNonce(tx, owner, active)
  const { pairId, serverSeedHash, clientSeed, nextNonce } = active
  const serverSeed = new Hidden(openSeed(ctx, owner, active))
  return { pairId, serverSeed, serverSeedHash, clientSeed, nonce: nextNonce }
}

/** Locks the player's pairs, and gives the active one as it is then; null when the player has none yet. */
export async function lockActivePair(tx: Tx, owner: Owner): Promise<ActivePair | null> {
  const [isLocked, active] = await atOnce(lockPairs(tx, owner), findActive(tx, owner))
  // Pairs that were made between the two are not locked.
  return isLocked ? active : null
}

async function lockFirstPair(ctx: Context, tx: Tx, owner: Owner): Promise<ActivePair> {
  await ensurePairs(ctx, tx, owner)
  return present(await lockActivePair(tx, owner), 'a player with pairs has an active one')
}

/** Throws when the seed was sealed for another player, or beside another hash. */
export function openSeed(ctx: Pick<Context, 'sealer'>, owner: Owner, pair: ActivePair): string {
  const place = sealedPlace(SERVER_SEED, owner.operatorId, owner.playerId, pair.serverSeedHash)
  return ctx.sealer.open(pair.serverSeedSealed, place)
}

/** Locks the player's pairs, after making them if this is the first use. */
export async function lockSeedPairs(ctx: Context, tx: Tx, owner: Owner): Promise<void> {
  if (await lockPairs(tx, owner)) return
  await ensurePairs(ctx, tx, owner)
  await lockPairs(tx, owner)
}
