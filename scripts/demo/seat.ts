import type { Person } from '@coffer/fixtures'
import { exponentOf, type OpenedRound } from '@coffer/operator-sdk'
import type { Table } from './table.ts'

/** Whoever has less than this puts some money in before they play, in whole units of a currency with minor digits. */
const ENOUGH_UNITS = 300
const TOP_UP_UNITS = 500

/** What a player has before them: boxes that they hold, what the last open gave, and orders by their names in the plan. */
export type Seat = { person: Person; held: string[]; won: OpenedRound['items']; orders: Map<string, string> }

/** Puts some money in when there is little left. */
export function haveEnough(table: Table, seat: Seat): void {
  const { externalId, currency } = seat.person
  const balanceMinor = table.past.casino.wallet.openPlayer(table.plan.slug, externalId, currency)
  if (balanceMinor < unitsMinor(currency, ENOUGH_UNITS)) topUp(table, seat)
}

export function topUp(table: Table, { person: { externalId, currency } }: Seat): void {
  table.past.casino.wallet.topUp(table.plan.slug, externalId, currency, unitsMinor(currency, TOP_UP_UNITS))
}

/** So many units of a currency with minor digits; of one without, a hundred times as many. */
export function unitsMinor(currency: string, units: number): number {
  return units * 10 ** (exponentOf(currency) || 2)
}
