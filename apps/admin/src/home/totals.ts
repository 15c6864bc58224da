import type { HomeDay } from '@coffer/contract/admin'
import { mulDivFloor, sumMinor } from '@coffer/contract/money'

/** Sums of some days. Amounts are in minor units. */
export type Totals = Omit<HomeDay, 'date' | 'roundCounts'> & { readonly roundCount: number }

/** Rounds of a day, of all games. */
export function roundCountOf({ roundCounts }: HomeDay): number {
  return sumMinor(Object.values(roundCounts))
}

/** Sums of these days; zeros for no day. */
export function totalsOf(days: readonly HomeDay[]): Totals {
  return {
    roundCount: sumMinor(days.map(roundCountOf)),
    betMinor: sumMinor(days.map(({ betMinor }) => betMinor)),
    payoutMinor: sumMinor(days.map(({ payoutMinor }) => payoutMinor)),
    ggrMinor: sumMinor(days.map(({ ggrMinor }) => ggrMinor)),
    freeCount: sumMinor(days.map(({ freeCount }) => freeCount)),
    freePayoutMinor: sumMinor(days.map(({ freePayoutMinor }) => freePayoutMinor)),
  }
}

const FULL_BPS = 10_000

/** Return to player in basis points: payouts divided by bets, rounded down. Null without bets. */
export function rtpBpsOf({ betMinor, payoutMinor }: Pick<Totals, 'betMinor' | 'payoutMinor'>): number | null {
  return betMinor > 0 ? mulDivFloor(payoutMinor, FULL_BPS, betMinor) : null
}
