import { WHOLE_BPS } from '../text/boxes.ts'
import { percent } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'
import {
  checkDraft,
  compareRtp,
  type DraftFaults,
  type DraftRow,
  draftRtpBps,
  NO_DRAFT_FAULTS,
  type PlannedVersion,
  type RtpBounds,
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
  /** Number of rows without a valid chance. */
  readonly missingCount: number
  /** RTP of the chances so far; null without a price or prizes. */
  readonly rtpBps: number | null
  /** Why the RTP is not allowed, or a warning; null if it is fine or unknown. */
  readonly rtpFault: string | null
  /** Null while the draft has faults. */
  readonly figures: VersionFigures | null
}

export function draftStateOf(draft: VersionDraft, currency: string, bounds: RtpBounds): DraftState {
  const { price, rows } = draft
  const priceMinor = readPrice(price, currency)
  const { planned, faults } = checkDraft(draft, currency)
  const prizes = rows.map(({ valueMinor, units }) => ({ valueMinor, chanceUnits: units ?? 0 }))
  const isKnown = priceMinor !== null && rows.length > 0
  return {
    ...{ priceMinor, planned, faults },
    sum: sumOfUnits(rows),
    missingCount: faults.chances.size,
    rtpBps: isKnown ? draftRtpBps(rows, priceMinor) : null,
    rtpFault: isKnown ? rtpFault(rows, priceMinor, bounds) : null,
    figures: planned === null ? null : figuresOf(prizes, planned.priceMinor),
  }
}

/** More chances only raise the RTP, so a draft is not too low before they are complete. */
function rtpFault(rows: readonly DraftRow[], priceMinor: number, { minRtpBps, maxRtpBps }: RtpBounds): string | null {
  if (compareRtp(rows, priceMinor, maxRtpBps) > 0) return `Above the highest allowed ${percent(maxRtpBps)}`
  if (compareRtp(rows, priceMinor, WHOLE_BPS) > 0) return 'On average, the box loses money'
  const isTooLow = sumOfUnits(rows) === BOX_UNITS && compareRtp(rows, priceMinor, minRtpBps) < 0
  return isTooLow ? `Below the lowest allowed ${percent(minRtpBps)}` : null
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
