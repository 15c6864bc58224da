import { ERRORS } from '@coffer/contract/errors'

/** How one try of a call failed. */
export type Failure = {
  /** HTTP status; 0 when no answer came. */
  status: number
  code: string
  message: string
  /** Nothing left this machine, so nothing can have been received. */
  neverSent?: boolean
  requestId?: string | undefined
  docUrl?: string | undefined
  fields?: Record<string, string[]> | undefined
  details?: Record<string, unknown> | undefined
  retryAfterSeconds: number | null
  round?: { publicId: string; status: string; undecided?: boolean } | undefined
  balanceAfterMinor?: number | null | undefined
  body?: unknown
  cause?: unknown
}

/** Whether sending something again can help: the same request, another one, or nothing until something is mended. */
export type RetryAdvice = 'never' | 'same-request' | 'new-request'

/** Refusals at the door: they say nothing of a request that was let in before. */
const AT_THE_DOOR: readonly string[] = [
  ...['MISSING_HEADERS', 'TIMESTAMP_SKEW', 'INVALID_SIGNATURE', 'REPLAYED_REQUEST'],
  ...['SCOPE_MISSING', 'OPERATOR_SUSPENDED'],
]

/** The refusal of an address that is not served: of a wrong `baseUrl`, or of another service than was asked before. */
const NOBODY_HOME = 'NOT_FOUND'

/**
 * True when this try may have taken effect and Coffer has not said whether. Its 503 without `Retry-After` is final; what a gateway
 * between us says is not its word, and silence is none either. A request that was never sent, or was one too many, did nothing.
 */
export function isOpenEnded({ status, code, neverSent, retryAfterSeconds }: Failure): boolean {
  if (neverSent || status === 429) return false
  if (status === 0) return true
  if (code === 'UNREADABLE_ANSWER') return status < 300 || status === 408 || status >= 500
  return status >= 500 && !(code === 'WALLET_UNAVAILABLE' && retryAfterSeconds === null)
}

/** True when this try tells nothing of an earlier one: only an answer of Coffer's own about the request itself does. */
export function saysNothing({ status, code }: Failure): boolean {
  if (status === 0 || status === 429 || code === 'UNREADABLE_ANSWER') return true
  return code === NOBODY_HOME || AT_THE_DOOR.includes(code)
}

export function retryAdvice(failure: Failure): RetryAdvice {
  if (isOpenEnded(failure) || failure.status === 0 || failure.status === 429) return 'same-request'
  if (failure.code === 'WALLET_UNAVAILABLE') return 'new-request'
  return Object.hasOwn(ERRORS, failure.code) ? ERRORS[failure.code as keyof typeof ERRORS].retry : 'never'
}
