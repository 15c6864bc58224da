import { AMOUNT_MAX } from '@coffer/contract/limits'
import { WHOLE_BPS } from '../text/boxes.ts'
import { money, percent } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'
import { apportion, solveWeights } from './apportion.ts'
import { type DraftRow, type RtpBounds, setUnits, sumOfUnits, type VersionDraft } from './version-draft.ts'

/** The draft that a tool makes, or why it cannot. */
export type ToolResult =
  | { readonly draft: VersionDraft; readonly fault?: never }
  | { readonly draft?: never; readonly fault: string }

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

/** A row without a valid chance, as a sentence. */
function missingFault(rows: readonly DraftRow[]): string | null {
  const missing = rows.find(({ units }) => units === null)
  return missing === undefined ? null : `Enter the chance of ${missing.name} first.`
}

/** Scales the unlocked chances so that all chances sum to 100%. */
export function normalise(draft: VersionDraft): ToolResult {
  const { rows, units, fault } = unlockedOf(draft.rows)
  if (fault !== undefined) return { fault }
  const missing = missingFault(rows)
  if (missing !== null) return { fault: missing }
  if (sumOfUnits(draft.rows) === BOX_UNITS) return { fault: 'The chances sum to 100% already.' }
  return { draft: withUnits(draft, rows, apportion(rows.map(weightOf), units)) }
}

/**
 * Changes the unlocked chances so that all chances sum to 100% and the RTP is the given one. Prizes above the average value that is needed are
 * scaled by one factor and the others by another. If all unlocked rows are empty, they begin with the same part of the RTP each. The RTP is at
 * least the given one, but at most the highest allowed; it differs by less than one unit of a chance.
 */
export function solveChances(
  draft: VersionDraft,
  priceMinor: number | null,
  rtpBps: number,
  bounds: RtpBounds,
): ToolResult {
  if (priceMinor === null) return { fault: 'Enter a price first.' }
  const { rows, units, fault } = unlockedOf(draft.rows)
  if (fault !== undefined) return { fault }
  const isEmpty = rows.every(({ chance }) => chance.trim() === '')
  const missing = isEmpty ? null : missingFault(rows)
  if (missing !== null) return { fault: missing }
  const locked = draft.rows.filter(({ isLocked }) => isLocked)
  const returned = BigInt(rtpBps) * BigInt(priceMinor) * UNITS_PER_BPS - returnOf(locked)
  const prizes = rows.map((row) => ({
    value: BigInt(row.valueMinor),
    weight: isEmpty ? inverseValue(row, priceMinor) : weightOf(row),
  }))
  const solved = solveWeights(prizes, { units, returned, rounding: rtpBps < bounds.maxRtpBps ? 'up' : 'down' })
  if (solved === null) return { fault: rangeFault(rows, units, returnOf(locked), priceMinor) }
  return { draft: withUnits(draft, rows, solved) }
}

type PriceResult =
  | { readonly priceMinor: number; readonly fault?: never }
  | { readonly priceMinor?: never; readonly fault: string }

/** The lowest price at which the RTP is at most the given one. */
export function priceFor(rows: readonly DraftRow[], rtpBps: number, currency: string): PriceResult {
  if (rows.length === 0) return { fault: NO_PRIZES }
  const missing = missingFault(rows)
  if (missing !== null) return { fault: missing }
  if (sumOfUnits(rows) !== BOX_UNITS) return { fault: 'The chances must sum to 100% first.' }
  const divisor = BigInt(rtpBps) * UNITS_PER_BPS
  const price = (returnOf(rows) + divisor - 1n) / divisor
  if (price === 0n) return { fault: 'The prizes have no value.' }
  if (price > BigInt(AMOUNT_MAX)) return { fault: `The price would exceed ${money(AMOUNT_MAX, currency)}.` }
  return { priceMinor: Number(price) }
}

const UNITS_PER_BPS = BigInt(BOX_UNITS / WHOLE_BPS)
const NO_PRIZES = 'Add a prize first.'

/** Weight of a prize that has the same part of the RTP as the others. Values below 1% of the price count as 1%, so that no prize has almost every open. */
function inverseValue({ valueMinor }: DraftRow, priceMinor: number): bigint {
  return 10n ** 15n / BigInt(Math.max(valueMinor, Math.ceil(priceMinor / 100)))
}

const weightOf = ({ units }: DraftRow) => BigInt(units ?? 0)

/** The sum of the values of 100,000,000 opens in which each prize is won as often as it has units. */
function returnOf(rows: readonly DraftRow[]): bigint {
  return rows.reduce((sum, { valueMinor, units }) => sum + BigInt(valueMinor) * BigInt(units ?? 0), 0n)
}

function withUnits(draft: VersionDraft, rows: readonly DraftRow[], units: readonly number[]): VersionDraft {
  return setUnits(draft, new Map(rows.map(({ itemId }, index) => [itemId, units[index]!])))
}

/** The RTP that the unlocked rows allow, as a sentence. `locked`: the return of the other rows. */
function rangeFault(rows: readonly DraftRow[], units: number, locked: bigint, priceMinor: number): string {
  const values = rows.map(({ valueMinor }) => BigInt(valueMinor))
  const ofEach = values.reduce((sum, value) => sum + value, locked)
  const mass = BigInt(units - rows.length)
  const [smallest, largest] = values.reduce(
    ([low, high], value) => [value < low ? value : low, value > high ? value : high],
    [values[0]!, values[0]!],
  )
  const divisor = BigInt(priceMinor) * UNITS_PER_BPS
  const lowest = (ofEach + mass * smallest + divisor - 1n) / divisor
  const highest = (ofEach + mass * largest) / divisor
  if (lowest > highest) return 'The chances of these prizes hardly change the RTP. Add a prize, or change the price.'
  return `With these prizes, the RTP can be from ${percent(Number(lowest))} to ${percent(Number(highest))}.`
}
