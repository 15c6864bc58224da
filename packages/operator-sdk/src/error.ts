/** What Coffer refused, or that no readable answer came. */
export type CofferErrorParts = {
  /** HTTP status; 0 when no answer came. */
  status: number
  /** A code of Coffer's error table, `NO_ANSWER`, or `UNREADABLE_ANSWER` when something between us answered. */
  code: string
  message: string
  requestId?: string | undefined
  /** Messages per field on `VALIDATION_FAILED`. */
  fields?: Record<string, string[]> | undefined
  /** How long to wait before sending the same request again; null when the answer does not say. */
  retryAfterSeconds?: number | null | undefined
  /** The round of a refused open. */
  round?: { publicId: string; status: string } | undefined
  balanceAfterMinor?: number | null | undefined
  /** The whole answer, parsed. */
  body?: unknown
  cause?: unknown
}

export class CofferError extends Error {
  override readonly name = 'CofferError'
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly fields: Record<string, string[]> | undefined
  readonly retryAfterSeconds: number | null
  readonly round: { publicId: string; status: string } | undefined
  readonly balanceAfterMinor: number | null | undefined
  readonly body: unknown

  constructor(parts: CofferErrorParts) {
    super(parts.message, { cause: parts.cause })
    this.status = parts.status
    this.code = parts.code
    this.requestId = parts.requestId
    this.fields = parts.fields
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null
    this.round = parts.round
    this.balanceAfterMinor = parts.balanceAfterMinor
    this.body = parts.body
  }

  /**
   * True when the outcome is not known yet, so that the same request, with the same `clientActionId`, has to be sent again.
   * A wallet failure without `Retry-After` is final.
   */
  get undecided(): boolean {
    if (this.status === 0 || this.status === 429) return true
    return this.status >= 500 && !(this.code === 'WALLET_UNAVAILABLE' && this.retryAfterSeconds === null)
  }
}
