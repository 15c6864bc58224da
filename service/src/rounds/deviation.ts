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
