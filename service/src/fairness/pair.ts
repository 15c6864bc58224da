import type { Transitions } from '../kernel/index.ts'

/**
 * `next`: made in advance, its hash is shown, its client seed is not chosen yet. `active`: rounds are drawn with it.
 * `revealed`: its server seed is public, nothing is drawn with it any more.
 */
export type PairState = 'next' | 'active' | 'revealed'

export const PAIR_MOVES: Transitions<PairState> = { next: ['active'], active: ['revealed'], revealed: [] }

/** The pair that rounds are drawn with. */
export type ActivePair = {
  pairId: number
  serverSeedSealed: Buffer
  serverSeedHash: string
  clientSeed: string
  nextNonce: number
  activeSince: Date
}

/** The pair that the next rotation makes active. */
export type NextPair = { pairId: number; serverSeedHash: string }

export type Pairs = { active: ActivePair; next: NextPair }

export type RevealedSeedPair = {
  pairId: number
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  roundCount: number
  revealedAt: Date
}
