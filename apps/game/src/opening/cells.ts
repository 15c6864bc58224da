import type { BoxDetail } from '@coffer/contract/shapes'
import { type Tier, tierOf } from '@coffer/web'
import { LEAD_CELLS, TAIL_CELLS } from '../play/timing.ts'
import type { Win } from '../play/wins.ts'
import { drawFiller } from './filler.ts'

/** One pane of a strip. */
export type Cell = {
  readonly name: string
  readonly imageUrl: string | null
  readonly valueMinor: number
  readonly currency: string
  readonly tier: Tier
}

export type Strip = { readonly cells: readonly Cell[]; readonly startAt: number; readonly winAt: number | null }

/** A strip at rest: filler only, the same cells with which the moving one begins. */
export function restingStrip(box: BoxDetail, seed: number): Strip {
  return { cells: fillerCells(box, LEAD_CELLS + TAIL_CELLS, seed), startAt: LEAD_CELLS, winAt: null }
}

/** A strip that ends on what was won, after `passing` cells of filler. */
export function winningStrip(box: BoxDetail, seed: number, win: Win, currency: string, passing: number): Strip {
  const winAt = LEAD_CELLS + passing
  const cells = fillerCells(box, winAt + TAIL_CELLS, seed)
  const { name, imageUrl, valueMinor, tier } = win
  return { cells: cells.with(winAt, { name, imageUrl, valueMinor, currency, tier }), startAt: LEAD_CELLS, winAt }
}

/** A seed of its own for every reel of an open. */
export function seedOf(seed: number, place: number): number {
  return (seed + Math.imul(place, 0x9e3779b9)) >>> 0
}

function fillerCells(box: BoxDetail, count: number, seed: number): Cell[] {
  return drawFiller(box.prizes, count, seed).map(({ name, imageUrl, valueMinor, currency }) => ({
    name,
    imageUrl,
    valueMinor,
    currency,
    tier: tierOf(valueMinor, box.priceMinor ?? 0),
  }))
}
