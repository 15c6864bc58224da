import { createHash } from 'node:crypto'
import type { Seeds } from './draw-reel.ts'

/** Many pairs, each with growing nonces, as players have them. */
const ROUNDS_PER_PAIR = 10_000

/** What so many rounds of nobody are drawn from. The same text gives the same seeds; nothing of a player is touched. */
export function* simulatedSeeds(seed: string, roundsCount: number): Generator<Seeds> {
  for (let first = 0; first < roundsCount; first += ROUNDS_PER_PAIR) {
    const serverSeed = createHash('sha256').update(`${seed}:${first}`).digest('hex')
    const clientSeed = `simulation-${first}`
    const end = Math.min(ROUNDS_PER_PAIR, roundsCount - first)
    for (let nonce = 0; nonce < end; nonce += 1) yield { serverSeed, clientSeed, nonce }
  }
}
