import { AMOUNT_MAX } from '@coffer/contract/limits'
import { WHOLE_BPS } from '../text/boxes.ts'
import { money, percent } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'
import { apportion } from './apportion.ts'
import { CHANCE_STOPS, stopAt } from './chance-stops.ts'
import { squareRoot } from './integers.ts'
import { solveUnits } from './solve-units.ts'
import {
  compareRtp,
  type DraftRow,
  draftRtpBps,
  type RtpBounds,
  returnOf,
  setUnits,
  sumOfUnits,
  type VersionDraft,
} from './version-draft.ts'

/** The draft that a tool makes, or why it cannot. `itemId`: the item of the row that is at fault. */
export type ToolResult =
  | { readonly draft: VersionDraft; readonly fault?: never }
  | { readonly draft?: never; readonly fault: string; readonly itemId?: number | undefined }

/** The units that a row gets when it takes the rest; null when the other rows leave none. `sum`: the sum of all rows. */
export function restFor(rows: readonly DraftRow[], itemId: number, sum = sumOfUnits(rows)): number | null {
  const own = rows.find((row) => row.itemId === itemId)
  const rest = BOX_UNITS - sum + (own?.units ?? 0)
  return rest < 1 ? null : rest
}

/** Sets the units of a row to what the other rows leave. The draft stays as it is when that is less than 1, and when the row is locked. */
export function takeRest(draft: VersionDraft, itemId: number): VersionDraft {
  const rest = restFor(draft.rows, itemId)
  const isLocked = draft.rows.some((row) => row.itemId === itemId && row.isLocked)
  return rest === null || isLocked ? draft : setUnits(draft, new Map([[itemId, rest]]))
}

/**
 * Moves the slider of an unlocked prize to a stop. If the chances sum to 100%, the other unlocked prizes share the rest in proportion to their
 * chances, each with at least 1 unit. Otherwise, and without other unlocked prizes, only this chance changes, and does not raise the sum above 100%.
 */
export function dragChance(draft: VersionDraft, itemId: number, stop: number): VersionDraft {
  const { rows } = draft
  const own = rows.find((row) => row.itemId === itemId)
  // A chance between two stops keeps its units while the slider does not move.
  if (own === undefined || own.isLocked || (own.units !== null && stopAt(own.units) === stop)) return draft
  const wanted = CHANCE_STOPS[stop]!
  const others = rows.filter((row) => row !== own && !row.isLocked)
  const isComplete = rows.every((row) => row === own || row.units !== null) && sumOfUnits(rows) === BOX_UNITS
  if (!isComplete || others.length === 0) {
    const highest = Math.max(own.units ?? 0, restFor(rows, itemId) ?? 0)
    return highest === 0 ? draft : withUnits(draft, [own], [Math.min(wanted, highest)])
  }
  const free = (own.units ?? 0) + sumOfUnits(others)
  const units = Math.min(wanted, free - others.length)
  if (units === 0) return draft
  return withUnits(draft, [own, ...others], [units, ...apportion(others.map(weightOf), free - units)])
}

/** The rows that a tool changes and the units that it gives them, or why it cannot. */
type Unlocked =
  | { readonly rows: readonly DraftRow[]; readonly units: number; readonly fault?: never }
  | { readonly rows?: never; readonly units?: never; readonly fault: string }

function unlockedOf(all: readonly DraftRow[]): Unlocked {
  const rows = all.filter(({ isLocked }) => !isLocked)
  if (all.length === 0) return { fault: NO_PRIZES }
  if (rows.length === 0) return { fault: 'Unlock at least one prize first.' }
  const units = BOX_UNITS - sumOfUnits(all.filter(({ isLocked }) => isLocked))
  if (units < rows.length) return { fault: 'The locked prizes leave nothing for the others.' }
  return { rows, units }
}

/** A row without a valid chance; null if there is none. */
function missingFault(rows: readonly DraftRow[]): { readonly fault: string; readonly itemId: number } | null {
  const missing = rows.find(({ units }) => units === null)
  if (missing === undefined) return null
  const { name, itemId } = missing
  return {
    fault: isEmpty(missing) ? `Enter the chance of ${name} first.` : `The chance of ${name} is not valid.`,
    itemId,
  }
}

const isEmpty = ({ chance }: DraftRow) => chance.trim() === ''

/** Scales the unlocked chances so that all chances sum to 100%. Returns the same draft if they do already. */
export function normalise(draft: VersionDraft): ToolResult {
  const { rows, units, fault } = unlockedOf(draft.rows)
  if (fault !== undefined) return { fault }
  const missing = missingFault(rows)
  return missing ?? { draft: withUnits(draft, rows, apportion(rows.map(weightOf), units)) }
}

/**
 * Changes the unlocked chances so that all chances sum to 100% and the RTP is the given one. Prizes above the average value that is needed are
 * scaled by one factor and the others by another. Empty rows begin with the chances that the other rows leave, more for lower values. Chances are
 * whole units, so the RTP is slightly above the given one, or slightly below if it would exceed the highest allowed. Returns the same draft if it
 * has the RTP already.
 */
export function solveChances(draft: VersionDraft, priceMinor: number, rtpBps: number, bounds: RtpBounds): ToolResult {
  const { rows, units, fault } = unlockedOf(draft.rows)
  if (fault !== undefined) return { fault }
  if (hasRtp(draft.rows, priceMinor, rtpBps, bounds)) return { draft }
  const locked = returnOf(draft.rows.filter(({ isLocked }) => isLocked))
  const returned = BigInt(rtpBps) * BigInt(priceMinor) * UNITS_PER_BPS - locked
  const proposed = proposedUnits(rows, { units, returned, priceMinor })
  const missing = missingFault(rows.filter((row) => !proposed.has(row.itemId)))
  if (missing !== null) return missing
  const prizes = rows.map((row) => ({
    value: BigInt(row.valueMinor),
    weight: BigInt(proposed.get(row.itemId) ?? row.units ?? 1),
  }))
  for (const rounding of ['up', 'down'] as const) {
    const solved = solveUnits(prizes, { units, returned, rounding })
    if (solved === null) return { fault: rangeFault(draft.rows, { rows, units, locked }, priceMinor) }
    const changed = withUnits(draft, rows, solved)
    if (isAllowed(changed.rows, priceMinor, bounds)) return { draft: changed }
  }
  return { fault: 'No chances have this RTP to within what is allowed. Choose another target.' }
}

type Proposal = { readonly units: number; readonly returned: bigint; readonly priceMinor: number }

/**
 * Units of the empty rows, by their item: they share what the other rows leave. Of several divisions the one whose return is nearest to the goal.
 * Empty if the other rows leave too little. `units` and `returned`: those of all rows.
 */
function proposedUnits(
  rows: readonly DraftRow[],
  { units, returned, priceMinor }: Proposal,
): ReadonlyMap<number, number> {
  const empty = rows.filter(isEmpty)
  const rest = units - sumOfUnits(rows)
  if (empty.length === 0 || rest < empty.length) return new Map()
  const goal = returned - returnOf(rows)
  const divisions = HALF_EXPONENTS.map((halfExponent) => {
    const shares = apportion(inverseValues(empty, priceMinor, halfExponent), rest)
    const missed = shares.reduce((left, share, index) => left - BigInt(share) * BigInt(empty[index]!.valueMinor), goal)
    return { shares, missed: missed < 0n ? -missed : missed }
  })
  const { shares } = divisions.reduce((best, one) => (one.missed < best.missed ? one : best))
  return new Map(empty.map(({ itemId }, index) => [itemId, shares[index]!]))
}

/** Halves of exponents: 0 for equal chances, 2 for chances in inverse proportion to the values, 6 for mostly low values. */
const HALF_EXPONENTS = [0, 1, 2, 3, 4, 5, 6]

/**
 * Weights that fall with the value to the power of an exponent. Values below 1% of the price count as 1%, so that no prize has almost every open.
 */
function inverseValues(rows: readonly DraftRow[], priceMinor: number, halfExponent: number): bigint[] {
  const values = rows.map(({ valueMinor }) => Math.max(valueMinor, Math.ceil(priceMinor / 100)))
  const largest = BigInt(Math.max(...values))
  return values.map((value) => squareRoot(((1_000_000n * largest) / BigInt(value)) ** BigInt(halfExponent)))
}

/** True if chances are complete and have an RTP that is allowed and shown as the given one. */
function hasRtp(rows: readonly DraftRow[], priceMinor: number, rtpBps: number, bounds: RtpBounds): boolean {
  const isComplete = rows.every(({ units }) => units !== null) && sumOfUnits(rows) === BOX_UNITS
  return isComplete && draftRtpBps(rows, priceMinor) === rtpBps && isAllowed(rows, priceMinor, bounds)
}

/** True if the RTP is within its bounds, without rounding. */
function isAllowed(rows: readonly DraftRow[], priceMinor: number, { minRtpBps, maxRtpBps }: RtpBounds): boolean {
  return compareRtp(rows, priceMinor, minRtpBps) >= 0 && compareRtp(rows, priceMinor, maxRtpBps) <= 0
}

type PriceResult =
  | { readonly priceMinor: number; readonly fault?: never }
  | { readonly priceMinor?: never; readonly fault: string; readonly itemId?: number | undefined }

/** The price at which the RTP is nearest to the given one and within its bounds. */
export function priceFor(rows: readonly DraftRow[], rtpBps: number, bounds: RtpBounds, currency: string): PriceResult {
  if (rows.length === 0) return { fault: NO_PRIZES }
  const missing = missingFault(rows)
  if (missing !== null) return missing
  if (sumOfUnits(rows) !== BOX_UNITS) return { fault: 'The chances must sum to 100% first.' }
  const returned = returnOf(rows)
  if (returned === 0n) return { fault: 'The prizes have no value.' }
  const divisor = BigInt(rtpBps) * UNITS_PER_BPS
  const below = returned / divisor
  // The RTP is r / p at a price p. Of p and p + 1, the second is nearer to the target t if 2 r p + r > 2 t p (p + 1).
  const isNearer = 2n * returned * below + returned > 2n * divisor * below * (below + 1n)
  const prices = isNearer ? [below + 1n, below] : [below, below + 1n]
  if (below >= BigInt(AMOUNT_MAX)) return { fault: `The price would exceed ${money(AMOUNT_MAX, currency)}.` }
  const allowed = prices.map(Number).find((price) => price > 0 && isAllowed(rows, price, bounds))
  if (allowed !== undefined) return { priceMinor: allowed }
  return { fault: 'No price has this RTP to within what is allowed. Choose another target.' }
}

const UNITS_PER_BPS = BigInt(BOX_UNITS / WHOLE_BPS)
const NO_PRIZES = 'Add a prize first.'

const weightOf = ({ units }: DraftRow) => BigInt(units ?? 0)

function withUnits(draft: VersionDraft, rows: readonly DraftRow[], units: readonly number[]): VersionDraft {
  return setUnits(draft, new Map(rows.map(({ itemId }, index) => [itemId, units[index]!])))
}

type UnlockedRows = {
  readonly rows: readonly DraftRow[]
  readonly units: number
  /** The return of the locked rows. */
  readonly locked: bigint
}

/** The RTP that the unlocked rows allow, as a sentence. */
function rangeFault(all: readonly DraftRow[], { rows, units, locked }: UnlockedRows, priceMinor: number): string {
  const values = rows.map(({ valueMinor }) => BigInt(valueMinor))
  const ofEach = values.reduce((sum, value) => sum + value, locked)
  const free = BigInt(units - rows.length)
  const [smallest, largest] = values.reduce(
    ([low, high], value) => [value < low ? value : low, value > high ? value : high],
    [values[0]!, values[0]!],
  )
  const divisor = BigInt(priceMinor) * UNITS_PER_BPS
  const lowest = (ofEach + free * smallest + divisor - 1n) / divisor
  const highest = (ofEach + free * largest) / divisor
  const hasLocked = rows.length < all.length
  if (lowest > highest || smallest === largest) {
    const next = hasLocked ? 'Unlock another prize' : 'Add a prize of another value'
    return `The unlocked chances cannot change the RTP. ${next}, or set the price.`
  }
  const start = hasLocked ? 'With the locked chances' : 'With these prizes'
  return `${start}, the RTP can be from ${percent(safe(lowest))} to ${percent(safe(highest))}.`
}

const safe = (bps: bigint) => Math.min(Number(bps), Number.MAX_SAFE_INTEGER)
