import { BOX_TOTAL_UNITS } from './draw.ts'

/** A prize of a box version with its chance, in units of `BOX_TOTAL_UNITS`. */
export type OddsPrize = { itemId: number; name: string; type: string; valueMinor: number; chanceUnits: number }

/** A prize with the draws it owns: it is won when `start <= rawDraw < end`. */
export type OddsRange = Span & { name: string; type: string; valueMinor: number }

/** The part of a range that the arithmetic needs. */
export type Span = { itemId: number; start: number; end: number }

/**
 * Lays the prizes, in published order, side by side over 0..BOX_TOTAL_UNITS.
 *
 * @throws RangeError when a chance is not a whole number from 1, an item stands twice, or the chances do not sum to the total
 */
export function rangesOf(prizes: readonly OddsPrize[]): OddsRange[] {
  const ranges: OddsRange[] = []
  let start = 0
  for (const { itemId, name, type, valueMinor, chanceUnits } of prizes) {
    ranges.push({ itemId, name, type, valueMinor, start, end: start + chanceUnits })
    start += chanceUnits
  }
  const fault = oddsFault(ranges)
  if (fault !== undefined) throw new RangeError(fault)
  return ranges
}

/** Why these ranges are not an odds table, or undefined when they give every draw exactly one prize and every item one place. */
export function oddsFault(ranges: readonly Span[]): string | undefined {
  const seen = new Set<number>()
  let covered = 0
  for (const { itemId, start, end } of ranges) {
    if (start !== covered) return `Item ${itemId} starts at ${start} in place of ${covered}`
    if (!Number.isSafeInteger(end) || end <= start) return `Item ${itemId} has no whole chance of at least one unit`
    if (seen.has(itemId)) return `Item ${itemId} stands twice`
    seen.add(itemId)
    covered = end
  }
  return covered === BOX_TOTAL_UNITS ? undefined : `The chances sum to ${covered} in place of ${BOX_TOTAL_UNITS}`
}

/**
 * The prize that a draw wins.
 *
 * @throws RangeError when no range holds the draw
 */
export function rangeAt<Range extends Span>(ranges: readonly Range[], rawDraw: number): Range {
  const range = ranges.find(({ start, end }) => start <= rawDraw && rawDraw < end)
  if (range === undefined) throw new RangeError(`No prize owns the draw ${rawDraw}`)
  return range
}

/** A box prize's chance in percent, for people to read; arithmetic stays with the units. */
export function chancePercent(chanceUnits: number): number {
  return chanceUnits / 1_000_000
}

/** The same of a chance of the Upgrader, whose units are basis points. */
export function upgraderChancePercent(chanceBps: number): number {
  return chanceBps / 100
}
