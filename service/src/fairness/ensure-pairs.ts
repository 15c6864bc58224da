import { serverSeedHash } from '@coffer/fairness'
import { type Owner, present } from '../kernel/index.ts'
import { type Context, sealedPlace, type Tx } from '../platform/index.ts'
import type { Pairs } from './pair.ts'
import { findPairs, insertPair, type NewPair, SERVER_SEED } from './store.ts'

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

const SERVER_SEED_BYTES = 32

/** A pair whose server seed is fixed now, to be used after the next rotation. */
export async function makeNextPair(ctx: Context, tx: Tx, owner: Owner): Promise<NewPair & { created_at: Date }> {
  const serverSeed = ctx.random.bytes(SERVER_SEED_BYTES).toString('hex')
  const hash = serverSeedHash(serverSeed)
  const place = sealedPlace(SERVER_SEED, owner.operatorId, owner.playerId, hash)
  return {
    operator_id: owner.operatorId,
    player_id: owner.playerId,
    state: 'next',
    server_seed_sealed: await ctx.sealer.seal(tx, serverSeed, place),
    server_seed_hash: hash,
    server_seed: null,
    client_seed: null,
    next_nonce: 0,
    created_at: ctx.clock.now(),
    active_since: null,
    revealed_at: null,
  }
}
