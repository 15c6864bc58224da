import { serverSeedHash } from '@coffer/fairness'
import type { Owner } from '../kernel/index.ts'
import { type Context, sealedPlace, type Tx } from '../platform/index.ts'
import type { NewPair } from './store.ts'
import { SERVER_SEED } from './tables.ts'

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
