import type { RoundMode, RoundState } from '../../../service/src/rounds/round.ts'
import { type Operation, packOperation } from '../support/operation.ts'
import type { Packing } from '../support/packing.ts'
import { NO_REFUND, packRefund, type Refund } from '../support/refund.ts'
import { type Ledger, NOTHING_MOVED, type Outside, packLedger } from '../support/world.ts'

/** A paid open: several requests with one `clientActionId`, a resolver, a wallet, and a player who rotates the seed pair. */
export type Setting = Outside & {
  requests: number
  /** How many misfortunes a run may have: a loss, a time-out, a process that dies or stands still. */
  faults: number
  /** Processes whose resolver takes up the round. */
  resolvers: number
  rotations: number
  /** Whether the operator may take away what a round has begun for: ends the box, archives the target of an Upgrader, moves its value. */
  mayWithdraw: boolean
  /** `prepay` buys a held box, which is then opened or cancelled once each. */
  mode: RoundMode
  /** The operator's policies for a debit that turns out accepted when nobody waits; with two, it changes from one to the other. */
  policies: readonly Policy[]
  mutants: ReadonlySet<Mutant>
  /** What the end is held to. `what_we_heard`: only debits that a wallet told us of; for worlds that break our assumptions. */
  promise: 'everything' | 'what_we_heard'
}

export type Policy = 'refund' | 'settle'

export type Mutant =
  | 'any_refusal_is_final'
  | 'clean_judged_at_commit'
  | 'later_attempts_forgotten'
  | 'quarantine_too_short'
  | 'no_guard_before_sending'
  | 'asked_before_connecting_only'
  | 'margin_without_skew'
  | 'any_clock_judges'
  | 'void_on_time_out'
  | 'refund_without_probe'
  | 'no_state_check_at_settle'
  | 'late_accept_ignored'
  | 'accept_after_void_ignored'
  | 'refunded_twice'
  | 'unknown_taken_for_never_sent'
  | 'rotation_without_lock'
  | 'offer_weighed_at_settle'

export type State = Readonly<{
  round: RoundState | 'none'
  refunded: boolean
  /** The final answer stored for the click. `gone`: the final 503 of a round that the resolver voided or refunded. */
  answer: 'none' | 'opened' | 'refused' | 'gone'
  debit: Operation | null
  debitLedger: Ledger
  /** Of the debit, or of the held box. */
  refund: Refund
  /** Requests first, then resolvers. */
  actors: readonly Actor[]
  /** The active seed pair; those with lower numbers are revealed. */
  pair: number
  rotationsLeft: number
  /** Place of the policy in force among the setting's. */
  policy: number
  openLeft: boolean
  cancelLeft: boolean
  /** What the round has begun for is still on offer. */
  isOffered: boolean
  faultsLeft: number
}>

/**
 * `driving`: recorded an attempt and will record its outcome. `drawing`: inside the transaction that settles, holding its locks; `pair` is the
 * seed pair that it read.
 */
export type Actor = Readonly<{ at: (typeof PLACES)[number]; attempt: number; pair: number }>

export const PLACES = ['away', 'waiting', 'driving', 'drawing', 'done'] as const
const ROUNDS = [
  'none',
  'pending',
  'voiding',
  'refunding',
  'held',
  'cancelling',
  'disputed',
  'settled',
  'voided',
] as const
const ANSWERS = ['none', 'opened', 'refused', 'gone'] as const

export const AWAY: Actor = { at: 'away', attempt: 0, pair: 0 }
export const DONE: Actor = { at: 'done', attempt: 0, pair: 0 }
export const WAITING: Actor = { at: 'waiting', attempt: 0, pair: 0 }

export function startOf(setting: Setting): State {
  return {
    round: 'none',
    refunded: false,
    answer: 'none',
    debit: null,
    debitLedger: NOTHING_MOVED,
    refund: NO_REFUND,
    actors: Array.from({ length: setting.requests + setting.resolvers }, () => AWAY),
    pair: 0,
    rotationsLeft: setting.rotations,
    policy: 0,
    openLeft: setting.mode === 'prepay',
    cancelLeft: setting.mode === 'prepay',
    isOffered: true,
    faultsLeft: setting.faults,
  }
}

/** Requests differ in nothing but their number, and so do resolvers: their order is left out. */
export function pack(state: State, setting: Setting, into: Packing): void {
  into.push(ROUNDS.indexOf(state.round) * 8 + ANSWERS.indexOf(state.answer) * 2 + (state.refunded ? 1 : 0))
  into.push(packRefund(state.refund) * 8 + packLedger(state.debitLedger))
  into.push(
    ((state.pair * 4 + state.rotationsLeft) * 2 + state.policy) * 8 +
      (state.isOffered ? 4 : 0) +
      (state.openLeft ? 2 : 0) +
      (state.cancelLeft ? 1 : 0),
  )
  into.push(state.faultsLeft)
  packActors(state.actors, 0, setting.requests, into)
  packActors(state.actors, setting.requests, state.actors.length, into)
  if (state.debit) packOperation(state.debit, into)
}

function packActors(actors: readonly Actor[], first: number, end: number, into: Packing): void {
  for (let who = first; who < end; who++) {
    const { at, attempt, pair } = actors[who]!
    into.push((PLACES.indexOf(at) * 4 + pair) * 12 + attempt)
  }
  into.sortLast(end - first)
}
