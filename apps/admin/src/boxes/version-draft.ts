import type { AdminBox, AdminCheckedVersion, AdminItemRow } from '@coffer/contract/admin'
import { AMOUNT_MAX } from '@coffer/contract/limits'
import { readAmount, typedAmount } from '../text/amounts.ts'
import { count } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'

/** A prize of a draft, with the value of its item now. */
export type DraftRow = {
  readonly itemId: number
  readonly name: string
  readonly type: AdminItemRow['type']
  readonly valueMinor: number
  readonly imageUrl: string | null
  /** Pieces in stock; null if they are not counted. */
  readonly stock: number | null
  readonly isArchived: boolean
  /** The content of the field for the chance. */
  readonly units: string
}

/** Price and prizes of a version, in the order in which the prizes are published. */
export type PlannedVersion = {
  readonly priceMinor: number
  readonly prizes: { itemId: number; chanceUnits: number }[]
}

/** A version of a box as the viewer edits it. `price`: the content of its field. */
export type VersionDraft = { readonly price: string; readonly rows: readonly DraftRow[] }

/** The RTP that the settings allow, in basis points. */
export type RtpBounds = Pick<AdminCheckedVersion, 'minRtpBps' | 'maxRtpBps'>

/** A version that was checked, the part of the request that it was checked for, and the box as it was read after the check. */
export type CheckedPlan = {
  readonly planned: PlannedVersion
  readonly checked: AdminCheckedVersion
  readonly box: AdminBox
}

/** The draft that a checked version begins. `priceMinor`: null leaves the price empty. */
export function draftOf(
  { prizes, currency }: Pick<AdminCheckedVersion, 'prizes' | 'currency'>,
  priceMinor: number | null,
): VersionDraft {
  return {
    price: priceMinor === null ? '' : typedAmount(priceMinor, currency),
    rows: prizes.map(({ itemId, name, type, valueMinor, imageUrl, stock, isArchived, chanceUnits }) => ({
      ...{ itemId, name, type, valueMinor, imageUrl, stock, isArchived },
      units: typedUnits(chanceUnits),
    })),
  }
}

/** The row of an item that is added, without a chance. */
export function rowOf({ itemId, name, type, valueMinor, imageUrl, stock, archivedAt }: AdminItemRow): DraftRow {
  return { itemId, name, type, valueMinor, imageUrl, stock, isArchived: archivedAt !== null, units: '' }
}

/** Units as they are typed, such as 1,250,000. */
export function typedUnits(units: number): string {
  return count(units)
}

const GROUPING = /[\s,'’]/g

/** The units of a field: a whole number from 1 to 100,000,000; null for any other text. Spaces, commas and apostrophes are ignored. */
export function readUnits(text: string): number | null {
  const digits = text.replace(GROUPING, '')
  if (!/^0*[1-9]\d{0,8}$/.test(digits)) return null
  const units = Number(digits)
  return units <= BOX_UNITS ? units : null
}

/** The sum of the units. Fields that are empty or not valid count as 0. */
export function sumOfUnits(rows: readonly DraftRow[]): number {
  return rows.reduce((sum, { units }) => sum + (readUnits(units) ?? 0), 0)
}

/** The units that a row gets when it takes the rest; null when the other rows leave none. `sum`: the sum of all rows. */
export function restFor(rows: readonly DraftRow[], itemId: number, sum = sumOfUnits(rows)): number | null {
  const own = rows.find((row) => row.itemId === itemId)
  const rest = BOX_UNITS - sum + (readUnits(own?.units ?? '') ?? 0)
  return rest < 1 ? null : rest
}

/** Sets the units of a row to what the other rows leave. The rows stay as they are when that is less than 1. */
export function takeRest(rows: readonly DraftRow[], itemId: number): readonly DraftRow[] {
  const rest = restFor(rows, itemId)
  return rest === null ? rows : setUnits(rows, itemId, typedUnits(rest))
}

export function setUnits(rows: readonly DraftRow[], itemId: number, units: string): readonly DraftRow[] {
  return rows.map((row) => (row.itemId === itemId ? { ...row, units } : row))
}

/** Moves a row up (-1) or down (1). The first row cannot move up, the last one cannot move down. */
export function moveRow(rows: readonly DraftRow[], itemId: number, by: -1 | 1): readonly DraftRow[] {
  const at = rows.findIndex((row) => row.itemId === itemId)
  const row = rows[at]
  const to = at + by
  if (row === undefined || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(at, 1).toSpliced(to, 0, row)
}

export function removeRow(rows: readonly DraftRow[], itemId: number): readonly DraftRow[] {
  return rows.filter((row) => row.itemId !== itemId)
}

/** Adds a row at the end. An item can be a prize only once. */
export function addRow(rows: readonly DraftRow[], row: DraftRow): readonly DraftRow[] {
  return rows.some(({ itemId }) => itemId === row.itemId) ? rows : [...rows, row]
}

/** The price of a draft in minor units; null when its field has no price above 0. */
export function readPrice(price: string, currency: string): number | null {
  const { minor } = readAmount(price, currency, AMOUNT_MAX)
  return minor === undefined || minor < 1 ? null : minor
}

/** RTP in basis points, rounded down; null without a price or prizes. Units that are not valid count as 0. */
export function draftRtpBps(rows: readonly DraftRow[], priceMinor: number | null): number | null {
  if (priceMinor === null || priceMinor < 1 || rows.length === 0) return null
  const returned = rows.reduce(
    (sum, { valueMinor, units }) => sum + BigInt(valueMinor) * BigInt(readUnits(units) ?? 0),
    0n,
  )
  const bps = (returned * 10_000n) / (BigInt(priceMinor) * BigInt(BOX_UNITS))
  return bps <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(bps) : null
}

/** The value of the most valuable prize; null without prizes. */
export function largestPrizeMinor(rows: readonly DraftRow[]): number | null {
  return rows.length === 0 ? null : rows.reduce((largest, { valueMinor }) => Math.max(largest, valueMinor), 0)
}

/** True when the price, the prizes, their order and their chances are the same. */
export function isSameDraft(one: VersionDraft, other: VersionDraft): boolean {
  return (
    one.price === other.price &&
    one.rows.length === other.rows.length &&
    one.rows.every((row, index) => {
      const otherRow = other.rows[index]
      return row.itemId === otherRow?.itemId && row.units === otherRow.units
    })
  )
}

export type DraftFaults = {
  readonly price?: string | undefined
  /** Faults of chances, by the ID of the item. */
  readonly units: ReadonlyMap<number, string>
  /** Fault of the sum, if each chance is valid. */
  readonly sum?: string | undefined
}

export const NO_DRAFT_FAULTS: DraftFaults = { units: new Map() }

const UNITS_FAULT = `Enter a whole number from 1 to ${count(BOX_UNITS)} (1% is ${count(BOX_UNITS / 100)}).`
const EMPTY_FAULT = 'Add at least one prize.'
const SUM_FAULT = `The chances must sum to ${count(BOX_UNITS)} units.`

/** The price and the prizes of a draft, or what is wrong with its fields. */
export function checkDraft(
  { price, rows }: VersionDraft,
  currency: string,
): { readonly planned: PlannedVersion | null; readonly faults: DraftFaults } {
  const prizes = rows.flatMap(({ itemId, units }) => {
    const chanceUnits = readUnits(units)
    return chanceUnits === null ? [] : [{ itemId, chanceUnits }]
  })
  const faulty = rows.filter(({ units }) => readUnits(units) === null)
  const isSumWrong = faulty.length === 0 && sumOfUnits(rows) !== BOX_UNITS
  const sumFault = rows.length === 0 ? EMPTY_FAULT : SUM_FAULT
  const faults = {
    price: priceFault(price, currency),
    units: new Map(faulty.map(({ itemId }) => [itemId, UNITS_FAULT])),
    sum: isSumWrong ? sumFault : undefined,
  }
  const priceMinor = readPrice(price, currency)
  const isValid = priceMinor !== null && faulty.length === 0 && !isSumWrong
  return { planned: isValid ? { priceMinor, prizes } : null, faults }
}

function priceFault(price: string, currency: string): string | undefined {
  const { minor, fault } = readAmount(price, currency, AMOUNT_MAX)
  return minor !== undefined && minor < 1 ? 'Enter a price above 0.' : fault
}
