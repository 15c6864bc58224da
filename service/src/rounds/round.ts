import type { RoundStatus } from '@coffer/contract/shapes'
import type { Transitions } from '../kernel/index.ts'

/**
 * `pending`, `voiding`, `refunding` and `cancelling` are internal: money whose end is not known yet. So is `disputed`: the credit of a
 * cancelled box was accepted after it had been closed as refused, so it has been given back, and nobody opens or cancels it any more.
 */
export type RoundState = 'pending' | 'voiding' | 'refunding' | 'held' | 'cancelling' | 'disputed' | 'settled' | 'voided'

/** Rounds of these states count towards the caps of their day: money that went back, or is on its way back, does not. */
export const COUNTED_STATES: readonly RoundState[] = ['pending', 'held', 'cancelling', 'settled']

/** `open` is paid and drawn at once, `prepay` is paid and kept closed, `items` is paid with a stake of items: nobody's money moves. */
export type RoundMode = 'open' | 'prepay' | 'items'

export const ROUND_MOVES: Transitions<RoundState> = {
  pending: ['settled', 'held', 'voiding', 'refunding', 'voided'],
  voiding: ['refunding', 'voided'],
  refunding: ['voided'],
  held: ['settled', 'cancelling', 'voided', 'disputed'],
  cancelling: ['held', 'voided', 'disputed'],
  disputed: [],
  settled: [],
  voided: ['refunding'],
}

export const ROUND_STATES = Object.keys(ROUND_MOVES) as readonly RoundState[]

/** How a state reads outside; null while the round stands in no list. */
export function publicStatus(state: RoundState): RoundStatus | null {
  if (state === 'settled' || state === 'voided') return state
  return state === 'held' || state === 'cancelling' || state === 'disputed' ? 'held' : null
}

/** Whether the end of its debit, or of its refund, is not known yet. */
export function isUndecided(state: RoundState): boolean {
  return state === 'pending' || state === 'voiding' || state === 'refunding' || state === 'cancelling'
}

/** States that a list shows for the statuses asked for; none known means all. */
export function listedStates(asked: readonly string[]): RoundState[] {
  const all: RoundState[] = ['settled', 'voided', 'held', 'cancelling', 'disputed']
  const wanted = all.filter((state) => asked.includes(publicStatus(state) ?? ''))
  return wanted.length > 0 ? wanted : all
}

/** What the wallet's verdict on a debit does to its round (money protocol §4). */
export type RoundStep = 'settle' | 'refund' | 'void' | 'doubt' | 'stay'

export type DebitVerdict = 'accepted' | 'refused' | 'refused_unclean' | 'unknown' | 'never_sent'

/**
 * `live` is the request that a player waits for; otherwise the resolver asks. `unknownDebit` is the operator's policy for a debit
 * that turns out accepted when nobody waits any more. `refunded` says that the money of the round went back before.
 */
export function stepAfterDebit(
  state: RoundState,
  verdict: DebitVerdict,
  asking: { live: boolean; unknownDebit: 'refund' | 'settle'; refunded: boolean },
): RoundStep {
  const settles = asking.unknownDebit === 'settle'
  if (verdict === 'unknown' || verdict === 'never_sent') return 'stay'
  if (state === 'pending') {
    if (verdict === 'accepted') return asking.live || settles ? 'settle' : 'refund'
    if (verdict === 'refused') return 'void'
    return settles ? 'stay' : 'doubt'
  }
  if (state === 'voiding') {
    if (verdict === 'accepted') return 'refund'
    return verdict === 'refused' ? 'void' : 'stay'
  }
  return state === 'voided' && verdict === 'accepted' && !asking.refunded ? 'refund' : 'stay'
}
