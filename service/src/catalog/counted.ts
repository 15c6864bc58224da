import { mulDivFloor } from '@coffer/contract/money'

/** What a value counts for beside the one that was published or won, W: a fall in full, a rise as far as it is credited (decisions §8). Pure. */
export function countedMinor(wonMinor: number, valueMinor: number, creditedRiseBps: number): number {
  if (valueMinor <= wonMinor) return valueMinor
  return wonMinor + mulDivFloor(valueMinor - wonMinor, creditedRiseBps, 10_000)
}
