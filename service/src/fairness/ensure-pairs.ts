import { type Owner, present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { makeNextPair } from './make-next-pair.ts'
import type { Pairs } from './pair.ts'
import { findPairs, insertPair } from './store.ts'

/** Bytes of the client seed of a player who has not chosen one; it is written as hex. */
const CLIENT_SEED_BYTES = 8

/** The player's active and next pair, made on first use. Of several who come first at once, one makes them. */
export async function ensurePairs(ctx: Context, tx: Tx, owner: Owner): Promise<Pairs> {
  const known = await findPairs(tx, owner)
  if (known) return known
  await insertFirstPairs(ctx, tx, owner)
  return present(await findPairs(tx, owner), 'pairs that were made can be read')
}

async function insertFirstPairs(ctx: Context, tx: Tx, owner: Owner): Promise<void> {
  const first = await makeNextPair(ctx, tx, owner)
  const clientSeed = ctx.random.bytes(CLIENT_SEED_BYTES).toString('hex')
  const active = { ...first, state: 'active' as const, client_seed: clientSeed, active_since: first.created_at }
  await insertPair(tx, active)
  await insertPair(tx, await makeNextPair(ctx, tx, owner))
}
