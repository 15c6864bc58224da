import type { AdminPrize, AdminRound, AdminRoundRow } from '@coffer/contract/admin'
import type { AdminRoundStatus } from '@coffer/contract/round-names'
import type { BOX_TOTAL_UNITS } from '@coffer/fairness'
import { formatChance } from '@coffer/web'
import { money } from './numbers.ts'

export const ROUND_STATUS_TEXT: Readonly<Record<AdminRoundStatus, string>> = {
  settled: 'Settled',
  voided: 'Voided',
  held: 'Held',
  unresolved: 'Unresolved',
  disputed: 'Disputed',
}

export const ROUND_STATUS_TONE: Readonly<Record<AdminRoundStatus, 'good' | 'bad' | 'plain'>> = {
  settled: 'good',
  voided: 'plain',
  held: 'plain',
  unresolved: 'bad',
  disputed: 'bad',
}

const GAMES: Readonly<Record<string, string>> = { mystery_box: 'Box', upgrader: 'Upgrader' }

/** The name of a game; its key when it has no name here. */
export function gameName(key: string): string {
  return (Object.hasOwn(GAMES, key) ? GAMES[key] : undefined) ?? key
}

/** The boxes of a round, or its game. */
export function gameText({ boxes, gameKey }: Pick<AdminRoundRow, 'boxes' | 'gameKey'>): string {
  return boxes.length > 0 ? boxes.join(', ') : gameName(gameKey)
}

/** The bet of a round, and what it was paid with if that was not the player's money. */
export function betAmount({ betMinor, currency, funding, mode }: AdminRoundRow): {
  amount: string
  paidWith: string | null
} {
  const amount = money(betMinor, currency)
  if (funding === 'operator') return { amount, paidWith: 'free' }
  return { amount, paidWith: mode === 'items' ? 'items' : null }
}

/** The value of the prizes of a round; null until it is settled. */
export function prizeValue({ status, payoutMinor, currency }: AdminRoundRow): string | null {
  return status === 'settled' ? money(payoutMinor, currency) : null
}

/** Who paid for a round, and how. */
export function paymentText({ funding, mode }: Pick<AdminRound, 'funding' | 'mode'>): string {
  if (funding === 'operator') return 'The operator'
  if (mode === 'items') return 'The player, with items of the vault'
  return mode === 'prepay' ? 'The player, before opening the box' : 'The player'
}

/** States of items in a vault, in the order of a choice. */
export const PRIZE_STATES: Readonly<Record<NonNullable<AdminPrize['state']>, string>> = {
  unresolved: 'In the vault',
  crediting: 'Cashback has no final answer yet',
  disputed: 'Disputed cashback',
  ship_requested: 'Shipping requested',
  fulfilled: 'Delivered',
  cashed_back: 'Cashed back',
  expired: 'Expired',
  forwarded_to_casino: 'Bonus, to be granted by the operator',
  consumed: 'Staked in the Upgrader',
  reserved: 'Reserved for a payout',
  paid_out: 'Paid out',
}

/** The state of a prize. Only Nuggets have none: they enter no vault. */
export function prizeState(state: AdminPrize['state']): string {
  return state === null ? 'Nuggets, to be credited by the operator' : PRIZE_STATES[state]
}

/** A literal of the type of the verifier's value: importing the value would load the verifier with the screen. */
export const BOX_UNITS: typeof BOX_TOTAL_UNITS = 100_000_000

/** A chance of a box, such as 0.000001%. */
export function boxChance(chanceUnits: number): string {
  return formatChance(chanceUnits, BOX_UNITS, 'en-GB')
}

/** A chance of a box with only the decimals that it needs, such as 12.5%. */
export function shortChance(chanceUnits: number): string {
  return formatChance(chanceUnits, BOX_UNITS, 'en-GB', 0)
}
