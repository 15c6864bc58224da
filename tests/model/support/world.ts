import type { AttemptFact } from '../../../service/src/wallet/attempt-history.ts'
import {
  type Attempt,
  FREE,
  isUnresolved,
  looksDeadTooEarly,
  type Mutants,
  type Operation,
  withAttempt,
} from './operation.ts'

/** What a wallet keeps about one idempotency key. */
export type Ledger = Readonly<{
  /** The amount that moved, 0 when none did. It moves at most once per key: both kinds of wallet keep accepted answers. */
  moved: number
  refusalKept: boolean
}>

export const NOTHING_MOVED: Ledger = { moved: 0, refusalKept: false }

/** What the outside world is allowed to do. */
export type Outside = {
  /** Wallets keep every answer of a key, or accepted ones only. */
  wallet: 'keeps_all' | 'keeps_accepted'
  /** Something between us and the wallet may deliver one call twice. */
  deliversTwice: boolean
  mutants: Mutants
}

export type OutsideMutant =
  | 'quarantine_too_short'
  | 'no_guard_before_sending'
  | 'asked_before_connecting_only'
  | 'margin_without_skew'
  | 'any_clock_judges'

type Emit = (sentence: string, operation: Operation, ledger: Ledger, faults: number) => void

/**
 * What may happen to an operation outside our transactions: its calls are sent, handled, lost; leases run out; the quarantine
 * passes. `faults` says how much the move costs of the run's budget of misfortunes.
 */
export function outsideMoves(of: Operation, ledger: Ledger, outside: Outside, mayFail: boolean, emit: Emit): void {
  of.attempts.forEach((attempt, index) => {
    const name = `attempt ${index + 1}`
    if (attempt.sender === 'about_to_send' && isFresh(of, index, outside)) {
      emit(`the sender of ${name} begins to connect`, withAttempt(of, index, { sender: 'connecting' }), ledger, 0)
    }
    if (attempt.sender === 'connecting' && mayLeave(of, index, outside)) {
      emit(`${name} leaves`, withAttempt(of, index, { sender: 'listening', underWay: true }), ledger, 0)
    }
    if (!attempt.underWay) return
    handle(of, index, ledger, outside, mayFail, emit)
    if (mayFail) emit(`${name} is lost on its way`, withAttempt(of, index, { underWay: false }), ledger, 1)
  })
  runOutOfLease(of, mayFail, (sentence, operation, faults) => emit(sentence, operation, ledger, faults))
  passQuarantine(of, outside.mutants, (sentence, operation) => emit(sentence, operation, ledger, 0))
}

/** An attempt that waited too long for its sender is dropped unsent: nothing may leave when the quarantine is over. */
function isFresh(operation: Operation, index: number, { mutants }: Outside): boolean {
  return index >= operation.old || mutants.has('no_guard_before_sending')
}

/** Asked once more when the connection stands, right before the first byte is written. */
function mayLeave(operation: Operation, index: number, outside: Outside): boolean {
  return isFresh(operation, index, outside) || outside.mutants.has('asked_before_connecting_only')
}

/** The wallet handles a call, at any time after it was sent, whether or not anyone still listens. */
function handle(of: Operation, index: number, ledger: Ledger, outside: Outside, mayFail: boolean, emit: Emit): void {
  const attempt = of.attempts[index]!
  const heard = attempt.sender === 'listening'
  for (const says of possibleAnswers(ledger)) {
    const after = says === 'yes' ? acceptIn(ledger, attempt) : refuseIn(ledger, outside)
    const sender = heard ? (says === 'yes' ? 'has_yes' : 'has_no') : attempt.sender
    const sentence = `the wallet handles attempt ${index + 1} and says ${says}${heard ? '' : ' to nobody'}`
    emit(sentence, withAttempt(of, index, { sender, underWay: false }), after, 0)
    if (mayFail && outside.deliversTwice && heard) {
      emit(`${sentence}; a copy of the call is still under way`, withAttempt(of, index, { sender }), after, 1)
    }
  }
}

function possibleAnswers(ledger: Ledger): readonly ('yes' | 'no')[] {
  if (ledger.moved > 0) return ['yes']
  return ledger.refusalKept ? ['no'] : ['yes', 'no']
}

function acceptIn(ledger: Ledger, attempt: Attempt): Ledger {
  return ledger.moved > 0 ? ledger : { ...ledger, moved: attempt.amount }
}

function refuseIn(ledger: Ledger, outside: Outside): Ledger {
  return outside.wallet === 'keeps_all' && !ledger.refusalKept ? { ...ledger, refusalKept: true } : ledger
}

/** A lease outlives every call of its sender, unless the sender is dead or stands still. */
function runOutOfLease(
  of: Operation,
  mayFail: boolean,
  emit: (sentence: string, operation: Operation, faults: number) => void,
): void {
  if (of.lease === FREE) return
  const isDead = of.attempts[of.lease]!.sender === 'gone'
  const after = { ...of, lease: FREE }
  if (isDead) emit(`the lease of attempt ${of.lease + 1}, whose sender is dead, runs out`, after, 0)
  else if (mayFail) emit(`the sender of attempt ${of.lease + 1} stands still; its lease runs out`, after, 1)
}

/**
 * The oldest unresolved attempt grows older than the quarantine, which is longer than any call stays under way, by any clock that may be
 * asked. Attempts age in their order, so one number says which are old.
 */
function passQuarantine(of: Operation, mutants: Mutants, emit: (sentence: string, operation: Operation) => void): void {
  const index = of.attempts.findIndex((attempt, place) => place >= of.old && isUnresolved(attempt))
  if (index === -1 || (of.lease !== FREE && of.lease <= index)) return
  const underWay = of.attempts.slice(0, index + 1).some((attempt) => attempt.underWay)
  if (underWay && !mutants.has('quarantine_too_short') && !looksDeadTooEarly(mutants)) return
  const clock = underWay ? ' by a clock that is ahead' : ''
  emit(`the quarantine of attempt ${index + 1} passes${clock}`, { ...of, old: index + 1 })
}

/**
 * What the sender of an attempt may come to know, with what it costs. Hearing and recording is one move: a process that dies
 * between them leaves the same behind as one that dies before it hears.
 */
export function outcomesOf(
  of: Operation,
  index: number,
  mayFail: boolean,
  emit: (sentence: string, outcome: NonNullable<AttemptFact['outcome']>, faults: number) => void,
): void {
  const { sender, underWay } = of.attempts[index]!
  const name = `attempt ${index + 1}`
  if (sender === 'about_to_send' || sender === 'connecting') {
    if (index < of.old) emit(`drops ${name}, which waited too long`, 'never_sent', 0)
    else if (mayFail && sender === 'connecting') emit(`cannot connect for ${name}`, 'never_sent', 1)
    return
  }
  if (sender === 'has_yes') emit(`hears yes to ${name}`, 'accepted', 0)
  if (sender === 'has_no') emit(`hears no to ${name}`, 'refused', 0)
  const isLost = sender === 'listening' && !underWay
  if (isLost || mayFail) emit(`times out on ${name}`, 'unknown', isLost ? 0 : 1)
}

export function packLedger(ledger: Ledger): number {
  return ledger.moved * 2 + (ledger.refusalKept ? 1 : 0)
}
