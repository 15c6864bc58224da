import type { AdminPlayer, AdminPlayerRow } from '@coffer/contract/admin'
import type { RestrictionKind } from '@coffer/contract/player-names'
import { money } from './numbers.ts'

/** Kinds of restrictions, in the order of a choice. */
export const RESTRICTION_TEXT: Readonly<Record<RestrictionKind, string>> = {
  excluded: 'Self-excluded',
  cool_off: 'Cooling off',
  capped: 'With a daily limit',
}

type SpendLimit = Pick<AdminPlayerRow, 'dailySpendMinor' | 'dailySpendCurrency'>

/** The limit of spend per day; null without one. */
export function spendLimit({ dailySpendMinor, dailySpendCurrency }: SpendLimit): string | null {
  if (dailySpendMinor === null || dailySpendCurrency === null) return null
  return money(dailySpendMinor, dailySpendCurrency)
}

/** True when the limit of spend is in another currency than a new one would be. */
export function hasOtherCurrency({ restrictions, currency }: AdminPlayer): boolean {
  const { dailySpendMinor, dailySpendCurrency } = restrictions
  return dailySpendMinor !== null && dailySpendCurrency !== currency
}
