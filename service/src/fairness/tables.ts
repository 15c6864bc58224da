import type { Generated } from 'kysely'
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
  server_seed_sealed: Buffer
  server_seed_hash: string
  /** Null until the pair is revealed. */
  server_seed: string | null
  client_seed: string | null
  next_nonce: number
  created_at: Date
  active_since: Date | null
  revealed_at: Date | null
}
