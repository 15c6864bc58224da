import { DRAWN_AS, type GameKey } from '@coffer/contract/games'
import { sumMinor } from '@coffer/contract/money'
import type { Funding } from '@coffer/contract/shapes'
import { dayOf, present } from '../kernel/index.ts'
import type { RoundAmounts } from '../rounds/index.ts'
import type { PlacedEntry } from '../wallet/index.ts'

/** Sums of rounds for each day of an operator. Pure. */

/** The sum of the rounds of one day that have the same game, funding and currency. */
export type DailyTotal = {
  /** In UTC, as `2026-11-29`. */
  day: string
  gameKey: GameKey
  funding: Funding
  /** That of the operator when the rounds were played. */
  currency: string
  roundCount: number
  betMinor: number
  payoutMinor: number
}

const DRAWN: readonly string[] = Object.values(DRAWN_AS)

/** True for the entry of a drawn round. A refunded round has the same type and the status `voided`. */
export function isDrawn({ type, status }: PlacedEntry): boolean {
  return DRAWN.includes(type) && status === 'settled'
}

/** The public id of the round of a drawn entry. */
export function publicIdOf({ roundPublicId }: PlacedEntry): string {
  return present(roundPublicId, 'a drawn entry names its round')
}

/** Sums the rounds of drawn entries. */
export function sumByDay(entries: readonly PlacedEntry[], rounds: readonly RoundAmounts[]): DailyTotal[] {
  const byId = new Map(rounds.map((round) => [round.public_id, round]))
  const totals = new Map<string, DailyTotal>()
  for (const entry of entries) {
    const round = present(byId.get(publicIdOf(entry)), 'a drawn round exists')
    const day = dayOf(entry.recordedAt)
    const kind = { day, gameKey: round.game_key, funding: round.funding, currency: round.operator_currency }
    const key = Object.values(kind).join(' ')
    const total = totals.get(key) ?? { ...kind, roundCount: 0, betMinor: 0, payoutMinor: 0 }
    total.roundCount += 1
    total.betMinor = sumMinor([total.betMinor, round.operator_bet_minor])
    total.payoutMinor = sumMinor([total.payoutMinor, round.operator_payout_minor])
    totals.set(key, total)
  }
  return [...totals.values()]
}
