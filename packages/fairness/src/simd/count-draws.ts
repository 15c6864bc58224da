import { drawNonces, type NonceRun } from './draw-nonces.ts'

/** What is drawn, and the slots that the draws are counted in: slot by slot, the draw that it ends before. The last ends with the total. */
export type Tally = { runs: readonly NonceRun[]; ends: readonly number[] }

/** How many of the draws fall into each slot. */
export function countDraws({ runs, ends }: Tally): number[] {
  const counts = new Array<number>(ends.length).fill(0)
  for (const run of runs) {
    if (run.total !== ends.at(-1)) throw new RangeError('The slots do not end with the total')
    // As on a dial, where each draw has a slot of its own.
    const slotOf = ends.length === run.total ? (drawn: number) => drawn : (drawn: number) => slotBefore(ends, drawn)
    for (const drawn of drawNonces(run)) counts[slotOf(drawn)]! += 1
  }
  return counts
}

/** The first slot that ends after the draw, by halving. */
function slotBefore(ends: readonly number[], drawn: number): number {
  let [from, to] = [0, ends.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (ends[middle]! <= drawn) from = middle + 1
    else to = middle
  }
  return from
}
