import type { AdminBox, AdminBoxVersion } from '@coffer/contract/admin'
import { FROM_SCHEDULE } from './new-version-path.ts'
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

/** The ID of the version that the address names; null when it names none, or the scheduled one. */
export function versionIdIn(name: string | null): number | null {
  return name !== null && /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null
}
