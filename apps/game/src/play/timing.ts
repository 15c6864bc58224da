/** How the reels move, in milliseconds and cells. */
export const EASING = 'cubic-bezier(.12,.8,.16,1)'

/** `still` is for players who asked for reduced motion: a cross-fade in place of the spin. */
export type Pace = 'full' | 'fast' | 'still'

type Spin = { readonly spinMs: number; readonly staggerMs: number; readonly lookMs: number; readonly passing: number }

const SPINS: Readonly<Record<Pace, Spin>> = {
  full: { spinMs: 4500, staggerMs: 250, lookMs: 900, passing: 38 },
  fast: { spinMs: 1200, staggerMs: 250, lookMs: 500, passing: 16 },
  still: { spinMs: 180, staggerMs: 0, lookMs: 600, passing: 1 },
}

/** Cells to the left of the marker at the start, and to its right at the end, so that a wide page shows no gap. */
export const LEAD_CELLS = 6
export const TAIL_CELLS = 7

/** Cells of filler that pass under the marker before the won one. */
export function passingCells(pace: Pace): number {
  return SPINS[pace].passing
}

/** When the reel at a place in the row stops, counted from the start of all. */
export function stopsAtMs(pace: Pace, place: number): number {
  return SPINS[pace].spinMs + place * SPINS[pace].staggerMs
}

/** How long to wait after the last stop: the won cell is looked at, and the shortest cycle the casino allows is kept. */
export function revealInMs(pace: Pace, minCycleMs: number, sinceClickMs: number): number {
  return Math.max(SPINS[pace].lookMs, minCycleMs - sinceClickMs)
}
