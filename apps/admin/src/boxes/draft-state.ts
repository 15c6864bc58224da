import {
  checkDraft,
  type DraftFaults,
  type DraftRow,
  draftRtpBps,
  NO_DRAFT_FAULTS,
  type PlannedVersion,
  readPrice,
  sumOfUnits,
  type VersionDraft,
} from './version-draft.ts'
import { figuresOf, type VersionFigures } from './version-figures.ts'

/** What follows from a draft. */
export type DraftState = {
  /** Null while the draft has no price. */
  readonly priceMinor: number | null
  /** Null while the draft has faults. */
  readonly planned: PlannedVersion | null
  readonly faults: DraftFaults
  /** Sum of the units. */
  readonly sum: number
  /** Null without a price or prizes. */
  readonly rtpBps: number | null
  /** Null while the draft has faults. */
  readonly figures: VersionFigures | null
}

export function draftStateOf(draft: VersionDraft, currency: string): DraftState {
  const { price, rows } = draft
  const priceMinor = readPrice(price, currency)
  const { planned, faults } = checkDraft(draft, currency)
  const prizes = rows.map(({ valueMinor, units }) => ({ valueMinor, chanceUnits: units ?? 0 }))
  return {
    ...{ priceMinor, planned, faults },
    sum: sumOfUnits(rows),
    rtpBps: draftRtpBps(rows, priceMinor),
    figures: planned === null ? null : figuresOf(prizes, planned.priceMinor),
  }
}

/**
 * The faults that are shown after a review was asked for. Those of chances are about rows that the draft had at that time; the others are
 * about that draft as a whole, so that they are not shown while it has another row. `reviewedIds`: items of the rows at that time; null before.
 */
export function shownFaults(
  { price, chances, sum }: DraftFaults,
  rows: readonly DraftRow[],
  reviewedIds: ReadonlySet<number> | null,
): DraftFaults {
  if (reviewedIds === null) return NO_DRAFT_FAULTS
  const shown = new Map([...chances].filter(([itemId]) => reviewedIds.has(itemId)))
  const isSame = rows.every(({ itemId }) => reviewedIds.has(itemId))
  return isSame ? { price, chances: shown, sum } : { chances: shown }
}
