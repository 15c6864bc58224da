import { type Check, compared } from './check.ts'
import { isServerSeed, serverSeedHash } from './commitment.ts'
import { ALGORITHM_KEY } from './draw.ts'
import { type Digest, hmacSha256 } from './hmac.ts'
import { type ProofReel, type ProofRound, type RoundProof, readProof, UnreadableProof } from './proof.ts'
import { boxReelChecks, upgraderReelChecks } from './reel-checks.ts'

/**
 * `verified`: every check holds. `unrevealed`: every check that needs no server seed holds, and the seed is still secret.
 * `failed`: at least one check does not hold. `ok` is true for `verified` only.
 */
export type Verification = { status: 'verified' | 'failed' | 'unrevealed'; ok: boolean; checks: Check[] }

/**
 * Recomputes a settled round from its public proof (`RoundProof`, as parsed JSON from anywhere) and says in words what holds.
 * Never throws: what is not a proof has failed.
 */
export function verifyRound(proof: unknown, hmac: Digest = hmacSha256): Verification {
  try {
    const read = readProof(proof)
    const checks = [...roundChecks(read.round), ...gameChecks(read, hmac)]
    return concluded(checks, read.round.fairness.serverSeed !== null)
  } catch (error) {
    return concluded([unreadable(error)], false)
  }
}

function concluded(checks: Check[], revealed: boolean): Verification {
  const holds = checks.every(({ ok }) => ok)
  const status = !holds ? 'failed' : revealed ? 'verified' : 'unrevealed'
  return { status, ok: status === 'verified', checks }
}

function unreadable(error: unknown): Check {
  const { expected, actual } =
    error instanceof UnreadableProof ? error : { expected: 'the proof of a round', actual: 'something else' }
  return compared('readable', 'The proof can be read', expected, actual)
}

function roundChecks({ status, fairness }: ProofRound): Check[] {
  const { serverSeed, serverSeedHash: commitment, algorithmKey } = fairness
  const checks = [
    compared('settled', 'The round is settled', 'settled', status),
    compared('algorithm', 'The algorithm is one this verifier knows', ALGORITHM_KEY, algorithmKey),
  ]
  if (serverSeed === null) return checks
  const found = isServerSeed(serverSeed) ? serverSeedHash(serverSeed) : 'the seed is not 64 lower-case hex digits'
  return [...checks, compared('commitment', 'The server seed is the one committed to', commitment, found)]
}

type GameProof = {
  reelChecks(reel: ProofReel, proof: RoundProof, hmac: Digest): Check[]
  /** It draws once, in the place of the first reel. Otherwise as often as it has reels. */
  drawsOnce: boolean
}

/** What a round of each game proves, by the game's key. */
const GAMES = new Map<string, GameProof>([
  ['mystery_box', { reelChecks: boxReelChecks, drawsOnce: false }],
  ['upgrader', { reelChecks: upgraderReelChecks, drawsOnce: true }],
])

function gameChecks(proof: RoundProof, hmac: Digest): Check[] {
  const { gameKey, reels } = proof.round
  const game = GAMES.get(gameKey)
  if (!game) return [compared('game', 'The game is one this verifier knows', [...GAMES.keys()].join(' or '), gameKey)]
  const stated = reels.map(({ reelIndex }) => reelIndex)
  const allowed = game.drawsOnce ? [0] : [...new Set(stated)]
  return [
    compared('reels', 'Each reel was drawn once', allowed.join(', '), stated.join(', ')),
    ...reels.flatMap((reel) => game.reelChecks(reel, proof, hmac)),
  ]
}
