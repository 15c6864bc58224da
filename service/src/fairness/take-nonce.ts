import { Hidden, type Owner } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { ensurePairs } from './ensure-pairs.ts'
import { SEAL_PURPOSE } from './pair.ts'
import { lockPairs, takeNextNonce } from './store.ts'

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
 * gaps, and no rotation comes between. To be called only in the transaction that settles the round.
 */
export async function takeNonce(ctx: Context, tx: Tx, owner: Owner): Promise<TakenNonce> {
  await lockSeedPairs(ctx, tx, owner)
  const { pairId, serverSeedSealed, serverSeedHash, clientSeed, nextNonce } = await takeNextNonce(tx, owner)
  const serverSeed = new Hidden(ctx.sealer.open(serverSeedSealed, SEAL_PURPOSE))
  return { pairId, serverSeed, serverSeedHash, clientSeed, nonce: nextNonce }
}

/** Locks the player's pairs, after making them if this is the first use. */
export async function lockSeedPairs(ctx: Context, tx: Tx, owner: Owner): Promise<void> {
  if (await lockPairs(tx, owner)) return
  await ensurePairs(ctx, tx, owner)
  await lockPairs(tx, owner)
}
