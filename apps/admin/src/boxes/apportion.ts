/** Whole numbers in proportion to weights. Pure; a weight is above 0. */

/** Shares of a total in proportion to weights, each at least 1: the largest remainders are rounded up. The total is at least the number of weights. */
export function apportion(weights: readonly bigint[], total: number): number[] {
  const shares = new Array<number>(weights.length).fill(1)
  const places = proportionalPlaces(weights, BigInt(total))
  const sum = places.reduce((before, place) => before + weights[place]!, 0n)
  const free = BigInt(total - (weights.length - places.length))
  const exact = places.map((place) => ({
    place,
    share: (weights[place]! * free) / sum,
    rest: (weights[place]! * free) % sum,
  }))
  const left = free - exact.reduce((before, { share }) => before + share, 0n)
  const byRest = exact.toSorted((one, other) => Number(other.rest - one.rest) || one.place - other.place)
  for (const [index, { place, share }] of byRest.entries())
    shares[place] = Number(share) + (BigInt(index) < left ? 1 : 0)
  return shares
}

/** The places of the weights whose shares are at least 1 when the others get exactly 1. */
function proportionalPlaces(weights: readonly bigint[], total: bigint): number[] {
  let places = weights.map((_, place) => place)
  for (;;) {
    const sum = places.reduce((before, place) => before + weights[place]!, 0n)
    const free = total - BigInt(weights.length - places.length)
    const kept = places.filter((place) => weights[place]! * free >= sum)
    if (kept.length === places.length) return places
    places = kept
  }
}

/** A prize whose units are solved for. `value`: in minor units. */
export type WeightedPrize = { readonly value: bigint; readonly weight: bigint }

/** `units`: the sum. `returned`: the sum of units times values. */
export type Goal = { readonly units: number; readonly returned: bigint; readonly rounding: 'up' | 'down' }

/**
 * Units of prizes, each at least 1, with a given sum and a given return. Prizes whose value is below the average that is needed have units in
 * proportion to their weights, and so have the others. The return differs from the goal by less than the difference between two values, in the
 * direction of `rounding`. Null when no units have that return.
 */
export function solveWeights(prizes: readonly WeightedPrize[], { units, returned, rounding }: Goal): number[] | null {
  // Each prize has one unit; the rest is solved for.
  const mass = BigInt(units - prizes.length)
  const goal = returned - prizes.reduce((sum, { value }) => sum + value, 0n)
  const isWithin = prizes.some(({ value }) => value * mass <= goal) && prizes.some(({ value }) => value * mass >= goal)
  if (!isWithin) return null
  const floors = scaled(prizes, mass, goal)
  const left = mass - floors.reduce((sum, share) => sum + share, 0n)
  const due = goal - floors.reduce((sum, share, place) => sum + share * prizes[place]!.value, 0n)
  for (const place of spread(prizes, left, due, rounding)) floors[place]! += 1n
  return floors.map((share) => Number(share) + 1)
}

/** Shares with the sum `mass` and the return `goal`, each rounded down. */
function scaled(prizes: readonly WeightedPrize[], mass: bigint, goal: bigint): bigint[] {
  const low = totalsOf(prizes.filter(({ value }) => value * mass < goal))
  const high = totalsOf(prizes.filter(({ value }) => value * mass >= goal))
  const hasHigher = prizes.some(({ value }) => value * mass > goal)
  if (low.weight === 0n || !hasHigher) {
    const equal = totalsOf(prizes.filter(({ value }) => value * mass === goal))
    return prizes.map(({ value, weight }) => (value * mass === goal ? (weight * mass) / equal.weight : 0n))
  }
  const divisor = low.weight * high.returned - low.returned * high.weight
  const lowFactor = mass * high.returned - goal * high.weight
  const highFactor = low.weight * goal - low.returned * mass
  return prizes.map(({ value, weight }) => (weight * (value * mass < goal ? lowFactor : highFactor)) / divisor)
}

function totalsOf(prizes: readonly WeightedPrize[]) {
  return {
    weight: prizes.reduce((sum, { weight }) => sum + weight, 0n),
    returned: prizes.reduce((sum, { weight, value }) => sum + weight * value, 0n),
  }
}

/**
 * The places of `count` units whose values sum to `due`, or by less than the difference between two values more (up) or less (down). `due` is
 * between `count` times the smallest value and `count` times the largest, and stays so after each unit.
 */
function* spread(prizes: readonly WeightedPrize[], count: bigint, due: bigint, rounding: Goal['rounding']) {
  const rising = prizes
    .map(({ value }, place) => ({ value, place }))
    .sort((one, other) => Number(one.value - other.value))
  let rest = due
  for (let left = count; left > 0n; left -= 1n) {
    const next =
      rounding === 'up'
        ? rising.find(({ value }) => value * left >= rest)
        : rising.findLast(({ value }) => value * left <= rest)
    if (next === undefined) throw new RangeError('no value keeps the return within its range')
    rest -= next.value
    yield next.place
  }
}
