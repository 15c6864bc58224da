import { createHash } from 'node:crypto'

/** Chance that a seed and a name decide: the same throws in the same order, in every run. */
export type Dice = {
  /** From 0 to count - 1. */
  below(count: number): number
  /** Both ends included. */
  between(low: number, high: number): number
  percent(chance: number): boolean
  pick<T>(list: readonly T[]): T
  /** Picks a name as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

export function makeDice(seed: string, name: string): Dice {
  let throws = 0
  const below = (count: number) => {
    const bytes = createHash('sha256').update(`${seed}:${name}:${throws++}`).digest()
    return bytes.readUIntBE(0, 6) % count
  }
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    percent: (chance) => below(100) < chance,
    pick: (list) => list[below(list.length)]!,
    weighted: (weights) => {
      const names = Object.keys(weights) as (keyof typeof weights)[]
      const places = names.flatMap((one) => Array.from({ length: weights[one] }, () => one))
      return places[below(places.length)]!
    },
  }
}
