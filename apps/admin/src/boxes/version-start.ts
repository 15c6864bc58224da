import type { AdminBox, AdminBoxSchedule, AdminBoxVersion } from '@coffer/contract/admin'
import { moment } from '../text/time.ts'
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

/** The scheduled version, if the address names it and it waits for its time. */
function changedSchedule({ schedule }: AdminBox, name: string | null): AdminBoxSchedule | null {
  return name === FROM_SCHEDULE && schedule?.status === 'waiting' ? schedule : null
}

/** The publication that a new version starts from: at the time of the scheduled version that it changes, or else now. */
export function publicationOf(box: AdminBox, name: string | null): PublicationDraft {
  const changed = changedSchedule(box, name)
  if (changed === null) return { mode: 'now', time: '', reason: '' }
  return { mode: 'later', time: changed.publishAt.slice(0, MINUTES_CHARACTERS), reason: '' }
}

/** The title of the screen that makes a version. */
export function titleOf(box: AdminBox, name: string | null): string {
  return changedSchedule(box, name) === null
    ? `New version of ${box.name}`
    : `Change the scheduled version of ${box.name}`
}

/** Sentences about the version that the editor starts from, and about the one that waits for its time. */
export function startTexts(box: AdminBox, name: string | null, version: AdminBoxVersion | null): readonly string[] {
  const changed = changedSchedule(box, name)
  if (changed !== null) {
    return [`It is scheduled for ${moment(changed.publishAt)}. You choose the time in the next step.`]
  }
  const { schedule } = box
  return [
    ...(version === null ? [] : [`Filled from version ${version.versionNumber}.`]),
    ...(schedule?.status === 'waiting'
      ? [`A version is scheduled for ${moment(schedule.publishAt)}. Publishing now does not cancel it.`]
      : []),
  ]
}

/** The ID of the version that the address names; null when it names none, or the scheduled one. */
export function versionIdIn(name: string | null): number | null {
  return name !== null && /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null
}
