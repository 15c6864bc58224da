import { LIMITS } from '../../../service/src/kernel/index.ts'
import type { DebitVerdict } from '../../../service/src/rounds/round.ts'
import {
  type AttemptFact,
  isFinalRefusal,
  type Judge,
  nextIsClean,
  nothingWasSent,
  type Quarantine,
} from '../../../service/src/wallet/attempt-history.ts'
import type { Packing } from './packing.ts'

/**
 * One wallet operation and its attempts, judged by the service's own rules. Time is not counted. All that matters of it is which
 * attempts are older than the quarantine, by the clock of whoever judges, and whose lease still runs.
 */
export type Operation = Readonly<{
  direction: 'debit' | 'credit'
  state: 'open' | 'accepted' | 'refused' | 'never_sent' | 'conflict'
  attempts: readonly Attempt[]
  /** The attempt whose sender holds the lease, or `FREE`. */
  lease: number
  /** So many of the first attempts are older than the quarantine, and their leases are gone. */
  old: number
}>

export type Attempt = Readonly<{
  clean: boolean
  outcome: AttemptFact['outcome']
  /**
   * What its sender is doing. `connecting`: looks the wallet's name up and connects, which takes its time; no byte has left. `has_yes`
   * and `has_no`: the wallet's answer is there, but not yet recorded.
   */
  sender: (typeof SENDERS)[number]
  /** The call is on its way, and the wallet has yet to handle it. */
  underWay: boolean
  amount: number
}>

export type EngineMutant = 'any_refusal_is_final' | 'clean_judged_at_commit' | 'later_attempts_forgotten'

/** The rules that are broken on purpose. */
export type Mutants = { has(mutant: string): boolean }

export const FREE = -1
const SENDERS = ['gone', 'about_to_send', 'connecting', 'listening', 'has_yes', 'has_no'] as const
const OUTCOMES = [null, 'unknown', 'accepted', 'refused', 'never_sent'] as const
const STATES = ['open', 'accepted', 'refused', 'never_sent', 'conflict'] as const
const NOW = new Date(1_000_000_000)
const JUDGE: Judge = { now: NOW, isClockRight: true }
const LONG_AGO = new Date(0)
const WRONG_BY_MS = 3_600_000
const QUARANTINE: Quarantine = { quarantineMs: 60_000, sendMs: LIMITS.attemptSendMs, marginMs: LIMITS.clockMarginMs }

/** A new operation with its first attempt, which its sender is about to send. */
export function beginOperation(direction: Operation['direction'], amount = 1): Operation {
  return recordAttempt({ direction, state: 'open', attempts: [], lease: FREE, old: 0 }, amount)
}

/** The next attempt, judged clean or not by what holds now; its sender takes the lease. */
export function recordAttempt(operation: Operation, amount = 1): Operation {
  const attempt: Attempt = {
    clean: isQuiet(operation),
    outcome: null,
    sender: 'about_to_send',
    underWay: false,
    amount,
  }
  return { ...operation, attempts: [...operation.attempts, attempt], lease: operation.attempts.length }
}

/**
 * Whether an attempt is taken for dead although its call may still be under way. It left as late as it may and is under way for as long as the
 * quarantine allows. Whoever judges has a clock that is ahead of the sender's: by as much as two clocks may be that were found right, or by
 * anything, and then it does not know that its clock is right.
 */
export function looksDeadTooEarly(mutants: Mutants): boolean {
  const { quarantineMs, sendMs } = QUARANTINE
  const last = NOW.getTime() + sendMs + quarantineMs
  const call: AttemptFact = { attemptId: 0, recordedAt: NOW, leaseUntil: NOW, clean: true, outcome: null }
  const rule = mutants.has('margin_without_skew') ? { ...QUARANTINE, marginMs: 0 } : QUARANTINE
  const judges: Judge[] = [
    { now: new Date(last + 2 * LIMITS.clockSkewMs), isClockRight: true },
    { now: new Date(last + WRONG_BY_MS), isClockRight: mutants.has('any_clock_judges') },
  ]
  return judges.some((judge) => nextIsClean([call], judge, rule))
}

/** No attempt can still come true unheard: one recorded now is clean. */
export function isQuiet(operation: Operation): boolean {
  return nextIsClean(facts(operation), JUDGE, QUARANTINE)
}

export function isIdle(operation: Operation): boolean {
  return operation.state === 'open' && operation.lease === FREE
}

/** As `closeAttempt` of the service: records the outcome, gives the lease back, and says what it means. */
export function closeAttempt(
  before: Operation,
  index: number,
  outcome: NonNullable<AttemptFact['outcome']>,
  mutants: Mutants,
): { operation: Operation; verdict: DebitVerdict } {
  const returned = before.lease === index ? FREE : before.lease
  const operation = { ...withAttempt(before, index, { outcome, sender: 'gone' }), lease: returned }
  if (outcome === 'accepted') return { operation: accept(operation), verdict: 'accepted' }
  if (outcome !== 'refused') return { operation, verdict: outcome }
  if (operation.state !== 'open' || !isFinal(operation, index, mutants))
    return { operation, verdict: 'refused_unclean' }
  return { operation: { ...operation, state: 'refused', lease: FREE }, verdict: 'refused' }
}

/** A credit that is accepted after it was closed as refused contradicts what we did since: it is kept as a conflict. */
function accept(operation: Operation): Operation {
  if (operation.state === 'accepted' || operation.state === 'conflict') return operation
  const isLate = operation.state !== 'open'
  return { ...operation, state: isLate && operation.direction === 'credit' ? 'conflict' : 'accepted', lease: FREE }
}

function isFinal(operation: Operation, index: number, mutants: Mutants): boolean {
  if (mutants.has('any_refusal_is_final')) return true
  if (mutants.has('later_attempts_forgotten')) return operation.attempts[index]!.clean
  const known = facts(operation)
  if (mutants.has('clean_judged_at_commit')) {
    return nextIsClean(
      known.filter((fact) => fact.attemptId !== index),
      JUDGE,
      QUARANTINE,
    )
  }
  return isFinalRefusal(index, known)
}

/** No byte of any attempt left. */
export function wasNeverSent(operation: Operation): boolean {
  return nothingWasSent(facts(operation))
}

export function closeUnsent(operation: Operation): Operation {
  return { ...operation, state: 'never_sent', lease: FREE }
}

/** The sender's process is dead: it will never send, hear or record anything. Its lease runs on. */
export function loseSender(operation: Operation, index: number): Operation {
  return withAttempt(operation, index, { sender: 'gone' })
}

export function withAttempt(operation: Operation, index: number, change: Partial<Attempt>): Operation {
  return { ...operation, attempts: operation.attempts.with(index, { ...operation.attempts[index]!, ...change }) }
}

export function isUnresolved(attempt: Attempt): boolean {
  return attempt.outcome === null || attempt.outcome === 'unknown'
}

function facts(operation: Operation): AttemptFact[] {
  return operation.attempts.map(({ clean, outcome }, attemptId) => {
    const at = attemptId < operation.old ? LONG_AGO : NOW
    return { attemptId, recordedAt: at, leaseUntil: at, clean, outcome }
  })
}

/** An attempt that died with its sender and one that timed out are alike to every rule; so are all that have a reply. */
export function packOperation({ state, lease, old, attempts }: Operation, into: Packing): void {
  into.push(attempts.length * STATES.length + STATES.indexOf(state))
  into.push((lease + 1) * 16 + old)
  for (const attempt of attempts) into.push(packAttempt(attempt))
}

function packAttempt({ clean, outcome, sender, underWay, amount }: Attempt): number {
  const isOpen = outcome === null || outcome === 'unknown'
  const known = isOpen ? (sender === 'gone' ? 1 : 0) : OUTCOMES.indexOf(outcome)
  const cleanCounts = clean && sender !== 'gone'
  return (
    ((((amount - 1) * 2 + (underWay ? 1 : 0)) * SENDERS.length + SENDERS.indexOf(sender)) * 5 + known) * 2 +
    (cleanCounts ? 1 : 0)
  )
}
