import { type Failure, type RetryAdvice, retryAdvice } from './failure.ts'
import type { ErrorCode } from './wire.ts'

/** Codes of Coffer, and those that the SDK gives when no answer of Coffer's came. A newer Coffer may know further ones. */
export type CofferErrorCode =
  | ErrorCode
  | 'NO_ANSWER'
  | 'ABORTED'
  | 'UNREADABLE_ANSWER'
  | (string & Record<never, never>)

/** What Coffer refused, or that no readable answer came. */
export class CofferError extends Error {
  override readonly name = 'CofferError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /**
   * A code of Coffer's error table; `NO_ANSWER` when none came in time, `ABORTED` when your signal ended the call, and
   * `UNREADABLE_ANSWER` when something between us answered.
   */
  readonly code: CofferErrorCode
  readonly requestId: string | undefined
  /** The page of the code. */
  readonly docUrl: string | undefined
  /** Messages per field on `VALIDATION_FAILED`. */
  readonly fields: Record<string, string[]> | undefined
  /** Whatever else the error says, such as `current` of `PRICE_CHANGED` or `state` of `CASHBACK_NOT_AVAILABLE`. */
  readonly details: Readonly<Record<string, unknown>>
  /** How long to wait before the same request, as the answer says; null when it does not. */
  readonly retryAfterSeconds: number | null
  /** The round of a refused open. `undecided` while its debit may still turn out to have been taken: it goes back then. */
  readonly round: { publicId: string; status: string; undecided?: boolean } | undefined
  /** 0 when the wallet refused the debit, which is not the player's balance; null when the wallet did not answer; undefined when no debit was made. */
  readonly balanceAfterMinor: number | null | undefined
  /** The whole answer, parsed. */
  readonly body: unknown
  /** How often the request was tried. */
  readonly tries: number
  /**
   * True when Coffer has not said how a request ended that may change something. Then only the same request may follow, with the
   * same `clientActionId`: another id could charge the player a second time.
   */
  readonly undecided: boolean
  /**
   * What can help: the same request after `retryAfterSeconds` or a moment; another one, of a purchase with a new
   * `clientActionId`; or nothing, until something is mended.
   */
  readonly retry: RetryAdvice

  constructor(failure: Failure, { tries, undecided }: { tries: number; undecided: boolean }) {
    super(failure.message, { cause: failure.cause })
    this.status = failure.status
    this.code = failure.code
    this.requestId = failure.requestId
    this.docUrl = failure.docUrl
    this.fields = failure.fields
    this.details = failure.details ?? {}
    this.retryAfterSeconds = failure.retryAfterSeconds
    this.round = failure.round
    this.balanceAfterMinor = failure.balanceAfterMinor
    this.body = failure.body
    this.tries = tries
    this.undecided = undecided
    this.retry = undecided ? 'same-request' : retryAdvice(failure)
  }
}
