/**
 * Shares of a total in proportion to weights above 0, each at least 1, with the largest remainders rounded up. The total is at least the number of
 * weights.
 */
export function apportion(weights: readonly bigint[], total: number): number[] {
  const shares = new Array<number>(weights.length).fill(1)
  const indexes = proportionalIndexes(weights, BigInt(total))
  const sum = sumOf(indexes.map((index) => weights[index]!))
  const free = BigInt(total - (weights.length - indexes.length))
  const exact = indexes.map((index) => ({
    index,
    share: (weights[index]! * free) / sum,
    remainder: (weights[index]! * free) % sum,
  }))
  const left = free - sumOf(exact.map(({ share }) => share))
  const byRemainder = exact.toSorted((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
  for (const [rank, { index, share }] of byRemainder.entries()) {
    shares[index] = Number(share) + (BigInt(rank) < left ? 1 : 0)
  }
  return shares
}

/** The indexes of the weights whose shares are at least 1 when the others get exactly 1. */
function proportionalIndexes(weights: readonly bigint[], total: bigint): number[] {
  let indexes = weights.map((_, index) => index)
  for (;;) {
    const sum = sumOf(indexes.map((index) => weights[index]!))
    const free = total - BigInt(weights.length - indexes.length)
    const kept = indexes.filter((index) => weights[index]! * free >= sum)
    if (kept.length === indexes.length) return indexes
    indexes = kept
  }
}

function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n)
}
