import type { Restrictions as WireRestrictions } from '@coffer/contract/players'
import { exclusionOf, restrictionsAt, type Use } from './restriction.ts'
import type { StoredRestrictions } from './restriction-store.ts'

/** A player's restrictions as a backend sees them. */
export function viewRestrictions(
  playerExternalId: string,
  stored: StoredRestrictions | null,
  today: Use,
  now: Date,
): WireRestrictions {
  const { selfExcluded, coolOffUntil, dailySpendMinor, dailySpendCurrency, dailyOpensCount } = restrictionsAt(
    stored,
    now,
  )
  return {
    playerExternalId,
    isRestricted: exclusionOf(stored, now) !== null,
    coolOffUntil: coolOffUntil?.toISOString() ?? null,
    selfExcluded,
    dailySpendMinor,
    dailySpendCurrency,
    dailyOpensCount,
    today,
    updatedAt: stored?.updatedAt.toISOString() ?? null,
  }
}
