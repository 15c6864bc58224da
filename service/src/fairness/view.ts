import type { FairnessState, RevealedPair } from '@coffer/contract/shapes'
import { ALGORITHM_KEY } from '@coffer/fairness'
import type { Pairs, RevealedSeedPair } from './pair.ts'

export function viewState({ active, next }: Pairs): FairnessState {
  return {
    serverSeedHash: active.serverSeedHash,
    nextServerSeedHash: next.serverSeedHash,
    clientSeed: active.clientSeed,
    nextNonce: active.nextNonce,
    algorithmKey: ALGORITHM_KEY,
    activeSince: active.activeSince.toISOString(),
  }
}

export function viewRevealed(pair: RevealedSeedPair): RevealedPair {
  return {
    serverSeed: pair.serverSeed,
    serverSeedHash: pair.serverSeedHash,
    clientSeed: pair.clientSeed,
    roundCount: pair.roundCount,
    revealedAt: pair.revealedAt.toISOString(),
  }
}
