import { canonicalJson } from './canonical-json.ts'
import { ALGORITHM_KEY, BOX_TOTAL_UNITS } from './draw.ts'
import { type OddsPrize, type OddsRange, rangesOf } from './odds.ts'
import { sha256Hex } from './sha256.ts'

/** What a published box version promises: price in minor units of `currency`, the time as ISO 8601, and who owns which draws. */
export type SnapshotBody = {
  algorithmKey: string
  boxVersionId: number
  publishedAt: string
  priceMinor: number
  currency: string
  totalUnits: number
  ranges: OddsRange[]
}

/** A published odds snapshot with the hash that pins it on every round drawn from it. */
export type Snapshot = SnapshotBody & { snapshotHash: string }

/** What a snapshot is made of: the odds as prizes with chances in place of ranges. */
export type SnapshotInput = Pick<SnapshotBody, 'boxVersionId' | 'publishedAt' | 'priceMinor' | 'currency'> & {
  prizes: readonly OddsPrize[]
}

/**
 * The SHA-256 (lower-case hex) of the canonical JSON of everything in a snapshot but its hash.
 *
 * @throws TypeError when the snapshot is not canonical JSON (see `canonicalJson`)
 */
export function snapshotHash(snapshotWithoutHash: object): string {
  return sha256Hex(canonicalJson(snapshotWithoutHash))
}

/**
 * The snapshot of a box version about to be published.
 *
 * @throws RangeError when the prizes are not an odds table (see `rangesOf`)
 */
export function makeSnapshot({ boxVersionId, publishedAt, priceMinor, currency, prizes }: SnapshotInput): Snapshot {
  const body: SnapshotBody = {
    algorithmKey: ALGORITHM_KEY,
    boxVersionId,
    publishedAt,
    priceMinor,
    currency,
    totalUnits: BOX_TOTAL_UNITS,
    ranges: rangesOf(prizes),
  }
  return { ...body, snapshotHash: snapshotHash(body) }
}
