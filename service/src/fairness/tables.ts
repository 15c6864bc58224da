import { serverSeedHash } from '@coffer/fairness'
import type { Generated } from 'kysely'
import type { SealedColumn } from '../platform/index.ts'
import type { PairState } from './pair.ts'

declare module '../platform/database.ts' {
  interface Tables {
    seed_pairs: SeedPairsTable
  }
}

export type SeedPairsTable = {
  operator_id: number
  pair_id: Generated<number>
  player_id: number
  state: PairState
  /** Null once the pair is revealed. */
  server_seed_sealed: Buffer | null
  server_seed_hash: string
  /** Null until the pair is revealed. */
  server_seed: string | null
  client_seed: string | null
  next_nonce: number
  created_at: Date
  active_since: Date | null
  revealed_at: Date | null
}

/** A seed opens for its own player only, and only beside the hash that is shown of it. */
export const SERVER_SEED: SealedColumn = {
  ...{ purpose: 'seed_pair', table: 'seed_pairs', column: 'server_seed_sealed', operator: 'operator_id' },
  ...{ key: 'pair_id', keyType: 'bigint', row: ['player_id', 'server_seed_hash'] },
  isTrue: (seed, [, hash]) => serverSeedHash(seed) === hash,
}
