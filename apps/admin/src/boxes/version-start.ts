import type { AdminBox, AdminBoxVersion } from '@coffer/contract/admin'
import { FROM_SCHEDULE } from './new-version-path.ts'
import type { PublicationDraft } from './publish-mode.ts'
import type { PlannedVersion } from './version-draft.ts'

/** The version that a new one starts from. `priceMinor`: null if its price is in another currency than that of the operator. */
export type VersionStart = { readonly priceMinor: number | null; readonly prizes: PlannedVersion['prizes'] }

const EMPTY: VersionStart = { priceMinor: null, prizes: [] }

/** The scheduled version if the address names it, or else the given version, or else the live one. Empty without any. */
export function startOf(box: AdminBox, name: string | null, version: AdminBoxVersion | null): VersionStart {
  const source = (name === FROM_SCHEDULE ? box.schedule : version) ?? box.live
  if (source === null) return EMPTY
  const { priceMinor, currency, prizes } = source
  return {
    priceMinor: currency === box.operatorCurrency ? priceMinor : null,
    prizes: prizes.map(({ itemId, chanceUnits }) => ({ itemId, chanceUnits })),
  }
}

/** Length of a time with minutes, such as 2026-12-31T23:59. */
const MINUTES_CHARACTERS = 16

/** The publication that a new version starts from: that of the scheduled version if the address names it and it waits for its time. */
export function publicationOf({ schedule }: AdminBox, name: string | null): PublicationDraft {
  if (name !== FROM_SCHEDULE || schedule?.status !== 'waiting') return { mode: 'now', time: '', reason: '' }
  return { mode: 'later', time: schedule.publishAt.slice(0, MINUTES_CHARACTERS), reason: schedule.reason ?? '' }
}

/** The ID of the version that the address names; null when it names none, or the scheduled one. */
export function versionIdIn(name: string | null): number | null {
  return name !== null && /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null
}
