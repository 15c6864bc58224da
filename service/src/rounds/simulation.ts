import { createHash } from 'node:crypto'

/** What a draw comes from, with its place in the round. */
export type Seeds = { serverSeed: string; clientSeed: string; nonce: number }

/** Many pairs, each with growing nonces, as players have them. */
const ROUNDS_PER_PAIR = 10_000

/** What so many rounds of nobody are drawn from: `count` rounds of each pair. The same text gives the same seeds; nothing of a player is touched. */
export function simulatedSeeds(seed: string, roundsCount: number): (Seeds & { count: number })[] {
  const all = []
  for (let first = 0; first < roundsCount; first += ROUNDS_PER_PAIR) {
    const serverSeed = createHash('sha256').update(`${seed}:${first}`).digest('hex')
    const count = Math.min(ROUNDS_PER_PAIR, roundsCount - first)
    all.push({ serverSeed, clientSeed: `simulation-${first}`, nonce: 0, count })
  }
  return all
}

/** How far what was seen lies from what was to be expected, beside the variance of honest draws. Exact, in whatever unit both share. */
export type Deviation = { distance: bigint; variance: bigint }

/** Of wins in so many rounds, at a chance of `chance` in `whole`. */
export function deviationOfWins(wins: number, rounds: number, chance: number, whole: number): Deviation {
  const [n, p, one] = [BigInt(rounds), BigInt(chance), BigInt(whole)]
  return { distance: BigInt(wins) * one - n * p, variance: n * p * (one - p) }
}

/** Squares are compared, so that no root is taken. */
export function isWithin({ distance, variance }: Deviation, sigmas: number): boolean {
  return distance * distance <= BigInt(sigmas) ** 2n * variance
}
