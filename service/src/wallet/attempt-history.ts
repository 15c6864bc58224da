import type { ErrorCode } from '@coffer/contract/errors'

/** What is known of an operation's attempts when the next one is judged (money protocol §1 and §2). Pure. */

export type AttemptFact = {
  attemptId: number
  recordedAt: Date
  leaseUntil: Date
  clean: boolean
  outcome: 'accepted' | 'refused' | 'never_sent' | 'unknown' | null
}

/**
 * How long an attempt may still come true: the wallet's quarantine, the time that may pass between recording and sending, and the margin for
 * two clocks that differ.
 */
export type Quarantine = { quarantineMs: number; sendMs: number; marginMs: number }

/** Unresolved, older than the quarantine, and its sender's lease is gone. */
function isDead(attempt: AttemptFact, now: Date, quarantine: Quarantine): boolean {
  return !hasReply(attempt) && now.getTime() > diesAt(attempt, quarantine)
}

function diesAt(attempt: AttemptFact, { quarantineMs, sendMs, marginMs }: Quarantine): number {
  return Math.max(attempt.recordedAt.getTime() + quarantineMs + sendMs + marginMs, attempt.leaseUntil.getTime())
}

function isClosed(attempt: AttemptFact, { now, isClockRight }: Judge, quarantine: Quarantine): boolean {
  return hasReply(attempt) || (isClockRight && isDead(attempt, now, quarantine))
}

function hasReply(attempt: AttemptFact): boolean {
  return attempt.outcome === 'accepted' || attempt.outcome === 'refused' || attempt.outcome === 'never_sent'
}

/**
 * Whoever records the next attempt, by its own clock. By one that is not known to be right nothing is dead: what is over for it may still
 * be under way.
 */
export type Judge = { now: Date; isClockRight: boolean }

/** An attempt recorded now is clean when every earlier one is closed. */
export function nextIsClean(earlier: readonly AttemptFact[], judge: Judge, quarantine: Quarantine): boolean {
  return earlier.every((attempt) => isClosed(attempt, judge, quarantine))
}

/** The first moment at which an attempt can be recorded clean, if none comes in between. */
export function cleanFrom(earlier: readonly AttemptFact[], quarantine: Quarantine): Date {
  const open = earlier.filter((attempt) => !hasReply(attempt)).map((attempt) => diesAt(attempt, quarantine))
  return new Date(Math.max(0, ...open) + 1)
}

/**
 * A refusal is final only from an attempt that was clean when it was recorded, and only if every later one has its own reply.
 * Otherwise a delayed earlier debit could still be accepted after we said that nothing moved.
 */
export function isFinalRefusal(refusedAttemptId: number, attempts: readonly AttemptFact[]): boolean {
  const refused = attempts.find((attempt) => attempt.attemptId === refusedAttemptId)
  const later = attempts.filter((attempt) => attempt.attemptId > refusedAttemptId)
  return refused?.clean === true && later.every(hasReply)
}

/** True when no byte of any attempt left: the movement cannot exist. */
export function nothingWasSent(attempts: readonly AttemptFact[]): boolean {
  return attempts.every((attempt) => attempt.outcome === 'never_sent')
}

export type UndecidedCode = Extract<ErrorCode, 'WALLET_UNAVAILABLE' | 'REQUEST_INTERRUPTED'>

/**
 * The code for whoever asks again for a movement that is not decided: that its last try was cut off, when nobody has said what came of it,
 * which is no fault of the wallet; else that the wallet gave no answer.
 */
export function undecidedCode(attempts: readonly AttemptFact[]): UndecidedCode {
  return attempts.at(-1)?.outcome === null ? 'REQUEST_INTERRUPTED' : 'WALLET_UNAVAILABLE'
}
