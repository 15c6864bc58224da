import type { ErrorCode } from '@coffer/contract/errors'
import type { ErrorAnswer } from '@coffer/contract/shapes'

/**
 * `OFFLINE`: no answer came. `UNREADABLE`: an answer came that is not Coffer's. `FOREIGN_PAGE`: another casino's page frames the app. `NOT_IN_PREVIEW`: a call
 * that a preview of the game does not answer, or a preview outside of the admin.
 */
export type FailureCode = ErrorCode | 'OFFLINE' | 'UNREADABLE' | 'FOREIGN_PAGE' | 'NOT_IN_PREVIEW'

/** A call that did not succeed. `answer` is the error envelope when there was one. */
export class ApiFailure extends Error {
  readonly code: FailureCode
  /** HTTP status, 0 when no answer came. */
  readonly status: number
  /** How long to wait before the same request, null when the answer did not say. */
  readonly retryAfterMs: number | null
  readonly answer: ErrorAnswer | null

  constructor(
    code: FailureCode,
    status: number,
    retryAfterMs: number | null = null,
    answer: ErrorAnswer | null = null,
  ) {
    super(code)
    this.code = code
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.answer = answer
  }
}

/**
 * True when nobody can say yet whether the request took effect, so that only the same request may follow. A 503 of the wallet
 * without `Retry-After` is final.
 */
export function isUndecided(failure: ApiFailure): boolean {
  if (failure.retryAfterMs !== null && (failure.status === 503 || failure.status === 429)) return true
  if (failure.code === 'WALLET_UNAVAILABLE') return false
  return failure.status < 400 || failure.status >= 500
}

/** True when a click was refused for good while an earlier try of it may have been charged: then the money goes back. */
export function isRefusedInDoubt(failure: ApiFailure): boolean {
  return !isUndecided(failure) && failure.answer?.round?.status === 'voided' && failure.answer.round.undecided === true
}

/** The failure that an answer tells of: its status, its `Retry-After`, and the error envelope, if its body holds one. */
export function readFailure(status: number, retryAfter: string | null, json: unknown, nowMs: number): ApiFailure {
  const envelope = json as ErrorAnswer | null
  const code = envelope?.error?.code as ErrorCode | undefined
  const waitMs = retryAfterMs(retryAfter, nowMs)
  return code ? new ApiFailure(code, status, waitMs, envelope) : new ApiFailure('UNREADABLE', status, waitMs)
}

/** Milliseconds of a `Retry-After` header, in seconds or as a date. Null when absent, 2 s when it cannot be read. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d{1,6}$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? 2000 : Math.max(0, date - nowMs)
}
