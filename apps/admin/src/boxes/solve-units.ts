import { apportion } from './apportion.ts'

/** A prize whose units are solved for. `value`: in minor units. `weight`: its units now, or another measure of how often it is won, above 0. */
type WeightedPrize = { readonly value: bigint; readonly weight: bigint }

/** `units`: the sum, at least the number of prizes. `returned`: the sum of units times values. */
type Goal = { readonly units: number; readonly returned: bigint; readonly rounding: 'up' | 'down' }

/** The prizes of one value. `weight`: that of what they have beyond one unit each. `beyond`: the units beyond one each, once they are solved. */
type ValueClass = {
  readonly value: bigint
  readonly indexes: readonly number[]
  readonly weight: bigint
  beyond: bigint
}

/** Keeps the weight of prizes with one unit above 0, so that they can have more if no others can. */
const WEIGHT_SCALE = 1_000_000_000n

/**
 * Units of prizes, each at least 1, with a given sum and a given return. The average value that is needed divides the prizes into those below it
 * and the others; each group is scaled by a factor of its own. Units are whole, so the return can be above (`up`) or below (`down`) the goal, in
 * general by less than moving one unit between the two lowest values changes it. Null when no units have that return.
 */
export function solveUnits(prizes: readonly WeightedPrize[], { units, returned, rounding }: Goal): number[] | null {
  const classes = classesOf(prizes)
  let unitsLeft = BigInt(units - prizes.length)
  let returnLeft = returned - prizes.reduce((sum, { value }) => sum + value, 0n)
  const [highest, lowest] = [classes[0]!.value, classes.at(-1)!.value]
  if (returnLeft > highest * unitsLeft || returnLeft < lowest * unitsLeft) return null
  const totals = totalsOf(classes)
  // From the highest value to the lowest, because a unit of a high value moves the return most: those of lower values make up for its rounding.
  for (const [index, one] of classes.entries()) {
    one.beyond = nextUnits(classes, totals, { index, unitsLeft, returnLeft, rounding })
    unitsLeft -= one.beyond
    returnLeft -= one.beyond * one.value
  }
  const solved = new Array<number>(prizes.length)
  for (const { indexes, beyond } of classes) {
    const weights = indexes.map((index) => prizes[index]!.weight)
    const shares = apportion(weights, indexes.length + Number(beyond))
    for (const [at, index] of indexes.entries()) solved[index] = shares[at]!
  }
  return solved
}

/** Classes from the highest value to the lowest. */
function classesOf(prizes: readonly WeightedPrize[]): ValueClass[] {
  const indexesOf = new Map<bigint, number[]>()
  for (const [index, { value }] of prizes.entries()) {
    const indexes = indexesOf.get(value)
    if (indexes === undefined) indexesOf.set(value, [index])
    else indexes.push(index)
  }
  return [...indexesOf]
    .map(([value, indexes]) => {
      const weight = indexes.reduce((sum, index) => sum + (prizes[index]!.weight - 1n) * WEIGHT_SCALE + 1n, 0n)
      return { value, indexes, weight, beyond: 0n }
    })
    .sort((one, other) => (one.value > other.value ? -1 : 1))
}

/** For each class, the sums of the weights, and of the weights times the values, of the classes before it. The last entry is of all classes. */
type Totals = { readonly weights: readonly bigint[]; readonly returns: readonly bigint[] }

function totalsOf(classes: readonly ValueClass[]): Totals {
  const weights = [0n]
  const returns = [0n]
  for (const { value, weight } of classes) {
    weights.push(weights.at(-1)! + weight)
    returns.push(returns.at(-1)! + weight * value)
  }
  return { weights, returns }
}

/** The class at `index` is next, and `unitsLeft` units with the return `returnLeft` are left for it and the classes after it. */
type Rest = {
  readonly index: number
  readonly unitsLeft: bigint
  readonly returnLeft: bigint
  readonly rounding: Goal['rounding']
}

/** The units of the next class, such that the classes after it can have the rest of the return. */
function nextUnits(
  classes: readonly ValueClass[],
  totals: Totals,
  { index, unitsLeft, returnLeft, rounding }: Rest,
): bigint {
  const { value, weight } = classes[index]!
  const following = classes[index + 1]
  if (following === undefined) return unitsLeft
  const lowest = classes.at(-1)!.value
  if (following.value === lowest)
    return clamp(divide(returnLeft - lowest * unitsLeft, value - lowest, rounding), 0n, unitsLeft)
  const start = firstBelow(classes, index, { unitsLeft, returnLeft })
  const low = sliceOf(totals, start, classes.length)
  const high = sliceOf(totals, index, start)
  const divisor = low.weight * high.returned - low.returned * high.weight
  const share = divisor === 0n ? 0n : nearest(weight * (low.weight * returnLeft - low.returned * unitsLeft), divisor)
  // The classes after it return at most the following value for each unit, and at least the lowest.
  const least = divide(returnLeft - following.value * unitsLeft, value - following.value, 'up')
  const most = divide(returnLeft - lowest * unitsLeft, value - lowest, 'down')
  // If no whole number is within both, the direction of the rounding decides.
  const fitting =
    rounding === 'up'
      ? clamp(clamp(share, 0n, most), least, unitsLeft)
      : clamp(clamp(share, least, unitsLeft), 0n, most)
  return clamp(fitting, 0n, unitsLeft)
}

/** The first class from `index` on whose value is below the average that is needed; the number of classes if there is none. */
function firstBelow(
  classes: readonly ValueClass[],
  index: number,
  { unitsLeft, returnLeft }: Pick<Rest, 'unitsLeft' | 'returnLeft'>,
): number {
  let [from, to] = [index, classes.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (classes[middle]!.value * unitsLeft < returnLeft) to = middle
    else from = middle + 1
  }
  return from
}

function sliceOf({ weights, returns }: Totals, from: number, to: number) {
  return { weight: weights[to]! - weights[from]!, returned: returns[to]! - returns[from]! }
}

function divide(value: bigint, divisor: bigint, rounding: Goal['rounding']): bigint {
  const quotient = value / divisor
  const remainder = value % divisor
  if (remainder === 0n) return quotient
  if (rounding === 'up') return remainder > 0n ? quotient + 1n : quotient
  return remainder < 0n ? quotient - 1n : quotient
}

const nearest = (value: bigint, divisor: bigint) => divide(2n * value + divisor, 2n * divisor, 'down')

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  if (value > most) return most
  return value < least ? least : value
}
