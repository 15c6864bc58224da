import type { BoxDetail } from '@coffer/contract/shapes'
import { type Tier, tierOf } from '@coffer/web'
import { LEAD_CELLS, TAIL_CELLS } from '../play/timing.ts'
import type { Win } from './wins.ts'

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

/** What a filler cell needs to know of a prize: how likely it is. */
type Chance = { readonly chanceUnits: number }

const WORD = 2 ** 32

/**
 * Prizes for the cells around the winning one, drawn by the published odds and by nothing else: what was won has no part in it, so no
 * near miss can be staged. The same seed gives the same cells.
 */
export function drawFiller<P extends Chance>(prizes: readonly P[], count: number, seed: number): P[] {
  const total = prizes.reduce((sum, prize) => sum + prize.chanceUnits, 0)
  if (total === 0) return []
  const next = randomWords(seed)
  const limit = WORD - (WORD % total)
  return Array.from({ length: count }, () => {
    let word = next()
    while (word >= limit) word = next()
    return prizeAt(prizes, word % total)
  })
}

function prizeAt<P extends Chance>(prizes: readonly P[], unit: number): P {
  let end = 0
  for (const prize of prizes) {
    end += prize.chanceUnits
    if (unit < end) return prize
  }
  throw new Error('a unit beyond the odds')
}

/** The generator "mulberry32": a picture needs no more, and a draw never comes from it. */
function randomWords(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return (word ^ (word >>> 14)) >>> 0
  }
}
