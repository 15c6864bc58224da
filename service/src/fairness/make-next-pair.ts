import { serverSeedHash } from '@coffer/fairness'
import type { Owner } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { SEAL_PURPOSE } from './pair.ts'
import type { NewPair } from './store.ts'

const SERVER_SEED_BYTES = 32

/** A pair whose server seed is fixed now, to be used after the next rotation. */
export function makeNextPair(ctx: Context, owner: Owner): NewPair & { created_at: Date } {
  const serverSeed = ctx.random.bytes(SERVER_SEED_BYTES).toString('hex')
  return {
    operator_id: owner.operatorId,
    player_id: owner.playerId,
    state: 'next',
    server_seed_sealed: ctx.sealer.seal(serverSeed, SEAL_PURPOSE),
    server_seed_hash: serverSeedHash(serverSeed),
    server_seed: null,
    client_seed: null,
    next_nonce: 0,
    created_at: ctx.clock.now(),
    active_since: null,
    revealed_at: null,
  }
}
