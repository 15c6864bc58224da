import type { RestrictionReason, RestrictionsBody } from '@coffer/contract/players'
import { days, later } from '../kernel/index.ts'

/** What keeps a player from playing. */
export type Restrictions = {
  selfExcluded: boolean
  /** In the future, or null. */
  coolOffUntil: Date | null
  /** Bets of a day, in minor units of the currency beside it: the operator's when it was set. */
  dailySpendMinor: number | null
  dailySpendCurrency: string | null
  dailyOpensCount: number | null
}

export const NO_RESTRICTIONS: Restrictions = {
  selfExcluded: false,
  coolOffUntil: null,
  dailySpendMinor: null,
  dailySpendCurrency: null,
  dailyOpensCount: null,
}

/** Why a player may not play, and when they may again; null when nobody can say. */
export type Exclusion = { reason: RestrictionReason; until: Date | null }

export type Amount = { minor: number; currency: string }

/** What is counted towards the caps of a day; the money is null when a rate that it needs is missing. */
export type Use = { spentMinor: number | null; opensCount: number }

/** Restrictions as they stand at a moment: a cool-off that is over is none. */
export function restrictionsAt(stored: Restrictions | null, now: Date): Restrictions {
  if (stored === null) return NO_RESTRICTIONS
  const coolOffUntil = stored.coolOffUntil !== null && stored.coolOffUntil > now ? stored.coolOffUntil : null
  return { ...stored, coolOffUntil }
}

/** Null while the player may play. A self-exclusion outlasts any cool-off. */
export function exclusionOf(stored: Restrictions | null, now: Date): Exclusion | null {
  const { selfExcluded, coolOffUntil } = restrictionsAt(stored, now)
  if (selfExcluded) return { reason: 'SELF_EXCLUDED', until: null }
  return coolOffUntil && { reason: 'COOL_OFF', until: coolOffUntil }
}

/** What holds after a change: what it omits stays, and null lifts. `currency` is the operator's. */
export function changed(before: Restrictions, change: RestrictionsBody, currency: string, now: Date): Restrictions {
  const { selfExcluded, coolOffUntil, dailySpendMinor, dailyOpensCount } = change
  const after = { ...before }
  if (selfExcluded !== undefined) after.selfExcluded = selfExcluded
  if (coolOffUntil !== undefined) after.coolOffUntil = coolOffUntil === null ? null : new Date(coolOffUntil)
  if (dailySpendMinor !== undefined) {
    after.dailySpendMinor = dailySpendMinor
    after.dailySpendCurrency = dailySpendMinor === null ? null : currency
  }
  if (dailyOpensCount !== undefined) after.dailyOpensCount = dailyOpensCount
  return restrictionsAt(after, now)
}

export type RestrictionChange = { name: keyof Restrictions; from: unknown; to: unknown }

/** What a change changes; empty for one without an effect. */
export function restrictionChanges(before: Restrictions, after: Restrictions): RestrictionChange[] {
  const names = Object.keys(NO_RESTRICTIONS) as (keyof Restrictions)[]
  return names
    .map((name) => ({ name, from: before[name], to: after[name] }))
    .filter(({ from, to }) => from?.valueOf() !== to?.valueOf())
}

/** The most that a player may bet a day; null without a cap. */
export function spendCap({ dailySpendMinor, dailySpendCurrency }: Restrictions): Amount | null {
  if (dailySpendMinor === null || dailySpendCurrency === null) return null
  return { minor: dailySpendMinor, currency: dailySpendCurrency }
}

/** The day of a moment, UTC: caps begin anew with it. */
export function dayOf(now: Date): { from: Date; until: Date } {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  return { from, until: later(from, days(1)) }
}
