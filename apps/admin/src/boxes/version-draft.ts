import type { AdminBox, AdminCheckedVersion, AdminItemRow } from '@coffer/contract/admin'
import { AMOUNT_MAX } from '@coffer/contract/limits'
import { readAmount, typedAmount } from '../text/amounts.ts'
import { WHOLE_BPS } from '../text/boxes.ts'
import { count } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'
import { CHANCE_FAULT, type ChanceFormat, readChance, typedChance } from './chance-text.ts'

/** A prize of a draft, with the value of its item now. */
export type DraftRow = {
  readonly itemId: number
  readonly key: string
  readonly name: string
  readonly type: AdminItemRow['type']
  readonly valueMinor: number
  readonly imageUrl: string | null
  /** Pieces in stock; null if they are not counted. */
  readonly stock: number | null
  readonly isArchived: boolean
  /** The content of the field for the chance. */
  readonly chance: string
  /** The units of `chance`; null if it is not valid. */
  readonly units: number | null
  /** True if the tools do not change the chance. A locked row has valid units. */
  readonly isLocked: boolean
}

/** Price and prizes of a version, in the order in which the prizes are published. */
export type PlannedVersion = {
  readonly priceMinor: number
  readonly prizes: { itemId: number; chanceUnits: number }[]
}

/** A version of a box as the viewer edits it. `price`: the content of its field. */
export type VersionDraft = {
  readonly price: string
  readonly chanceFormat: ChanceFormat
  readonly rows: readonly DraftRow[]
}

/** The RTP that the settings allow, in basis points. */
export type RtpBounds = Pick<AdminCheckedVersion, 'minRtpBps' | 'maxRtpBps'>

/** A version that was checked, the part of the request that it was checked for, and the box as it was read after the check. */
export type CheckedPlan = {
  readonly planned: PlannedVersion
  readonly checked: AdminCheckedVersion
  readonly box: AdminBox
}

/** The draft that a checked version begins, with chances in percent. `priceMinor`: null leaves the price empty. */
export function draftOf(
  { prizes, currency }: Pick<AdminCheckedVersion, 'prizes' | 'currency'>,
  priceMinor: number | null,
): VersionDraft {
  return {
    price: priceMinor === null ? '' : typedAmount(priceMinor, currency),
    chanceFormat: 'percent',
    rows: prizes.map(({ itemId, key, name, type, valueMinor, imageUrl, stock, isArchived, chanceUnits }) => ({
      ...{ itemId, key, name, type, valueMinor, imageUrl, stock, isArchived, isLocked: false },
      ...{ chance: typedChance(chanceUnits, 'percent'), units: chanceUnits },
    })),
  }
}

/** The row of an item that is added, without a chance. */
export function rowOf({ itemId, key, name, type, valueMinor, imageUrl, stock, archivedAt }: AdminItemRow): DraftRow {
  const isArchived = archivedAt !== null
  const item = { itemId, key, name, type, valueMinor, imageUrl, stock, isArchived }
  return { ...item, chance: '', units: null, isLocked: false }
}

/** Types the chance of a row. */
export function setChance({ rows, ...draft }: VersionDraft, itemId: number, chance: string): VersionDraft {
  const units = readChance(chance, draft.chanceFormat)
  return { ...draft, rows: rows.map((row) => (row.itemId === itemId ? { ...row, chance, units } : row)) }
}

/** Sets the units of some rows, by the ID of their item. Returns the same draft if no units change. */
export function setUnits(draft: VersionDraft, unitsOf: ReadonlyMap<number, number>): VersionDraft {
  const rows = draft.rows.map((row) => {
    const units = unitsOf.get(row.itemId) ?? row.units
    return units === null || units === row.units
      ? row
      : { ...row, units, chance: typedChance(units, draft.chanceFormat) }
  })
  return rows.every((row, index) => row === draft.rows[index]) ? draft : { ...draft, rows }
}

/** The draft with its chances in another format. Texts that are not valid are kept, and read in the new format. */
export function withChanceFormat(draft: VersionDraft, chanceFormat: ChanceFormat): VersionDraft {
  if (draft.chanceFormat === chanceFormat) return draft
  const rows = draft.rows.map((row) =>
    row.units === null
      ? { ...row, units: readChance(row.chance, chanceFormat) }
      : { ...row, chance: typedChance(row.units, chanceFormat) },
  )
  return { ...draft, chanceFormat, rows }
}

/** The draft with the items of its rows as a check has read them. */
export function withItems(
  { rows, ...draft }: VersionDraft,
  { prizes }: Pick<AdminCheckedVersion, 'prizes'>,
): VersionDraft {
  const itemOf = new Map(prizes.map((prize) => [prize.itemId, prize]))
  return {
    ...draft,
    rows: rows.map((row) => {
      const item = itemOf.get(row.itemId)
      if (item === undefined) return row
      const { name, type, valueMinor, imageUrl, stock, isArchived } = item
      return { ...row, name, type, valueMinor, imageUrl, stock, isArchived }
    }),
  }
}

/** Locks or unlocks a row. A row without valid units cannot be locked. */
export function toggleLock({ rows, ...draft }: VersionDraft, itemId: number): VersionDraft {
  return {
    ...draft,
    rows: rows.map((row) => (row.itemId === itemId ? { ...row, isLocked: !row.isLocked && row.units !== null } : row)),
  }
}

/** The draft with the locks of other rows of the same items. */
export function withLocks({ rows, ...draft }: VersionDraft, others: readonly DraftRow[]): VersionDraft {
  const lockedIds = new Set(others.filter(({ isLocked }) => isLocked).map(({ itemId }) => itemId))
  return {
    ...draft,
    rows: rows.map((row) => ({ ...row, isLocked: row.units !== null && lockedIds.has(row.itemId) })),
  }
}

/** The sum of the units. Rows without valid units count as 0. */
export function sumOfUnits(rows: readonly DraftRow[]): number {
  return rows.reduce((sum, { units }) => sum + (units ?? 0), 0)
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

/** The sum of the values of 100,000,000 opens in which each prize is won as often as it has units. Rows without valid units count as 0. */
export function returnOf(rows: readonly DraftRow[]): bigint {
  return rows.reduce((sum, { valueMinor, units }) => sum + BigInt(valueMinor) * BigInt(units ?? 0), 0n)
}

/** RTP in basis points, rounded down, of a price above 0. Rows without valid units count as 0. The largest safe integer if it is larger, as for the service. */
export function draftRtpBps(rows: readonly DraftRow[], priceMinor: number): number {
  const bps = (returnOf(rows) * BigInt(WHOLE_BPS)) / (BigInt(priceMinor) * BigInt(BOX_UNITS))
  return Number(bps < MAX_SAFE ? bps : MAX_SAFE)
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** The sign of the difference between the RTP and a number of basis points, without rounding. */
export function compareRtp(rows: readonly DraftRow[], priceMinor: number, bps: number): -1 | 0 | 1 {
  const difference = returnOf(rows) * BigInt(WHOLE_BPS) - BigInt(bps) * BigInt(priceMinor) * BigInt(BOX_UNITS)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
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
      return row.itemId === otherRow?.itemId && chanceOf(row) === chanceOf(otherRow)
    })
  )
}

/** The units of a row, or the text that is not valid. */
const chanceOf = ({ units, chance }: DraftRow): number | string => units ?? chance

export type DraftFaults = {
  readonly price?: string | undefined
  /** Faults of chances, by the ID of the item. */
  readonly chances: ReadonlyMap<number, string>
  /** Fault of the sum, if each chance is valid. */
  readonly sum?: string | undefined
}

export const NO_DRAFT_FAULTS: DraftFaults = { chances: new Map() }

const EMPTY_FAULT = 'Add at least one prize.'
const SUM_FAULT = `The chances must sum to 100% (${count(BOX_UNITS)} units).`

/** The price and the prizes of a draft, or what is wrong with its fields. */
export function checkDraft(
  { price, chanceFormat, rows }: VersionDraft,
  currency: string,
): { readonly planned: PlannedVersion | null; readonly faults: DraftFaults } {
  const prizes = rows.flatMap(({ itemId, units }) => (units === null ? [] : [{ itemId, chanceUnits: units }]))
  const faulty = rows.filter(({ units }) => units === null)
  const isSumWrong = faulty.length === 0 && sumOfUnits(rows) !== BOX_UNITS
  const sumFault = rows.length === 0 ? EMPTY_FAULT : SUM_FAULT
  const faults = {
    price: priceFault(price, currency),
    chances: new Map(faulty.map(({ itemId }) => [itemId, CHANCE_FAULT[chanceFormat]])),
    sum: isSumWrong ? sumFault : undefined,
  }
  const priceMinor = readPrice(price, currency)
  const isValid = priceMinor !== null && faulty.length === 0 && !isSumWrong
  return { planned: isValid ? { priceMinor, prizes } : null, faults }
}

/** What is wrong with the content of the field for the price. */
export function priceFault(price: string, currency: string): string | undefined {
  const { minor, fault } = readAmount(price, currency, AMOUNT_MAX)
  return minor !== undefined && minor < 1 ? 'Enter a price above 0.' : fault
}
