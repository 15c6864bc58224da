import { ERRORS } from '@coffer/contract/errors'
import type { Answer } from '../actions/index.ts'
import type { Limits } from '../kernel/index.ts'
import { refusalOf, type UndecidedCode } from '../wallet/index.ts'

/** Answers of the flows that move a round. The server completes `error` with words and the request id. */

/** A round that is settled or held: what its game says of it. */
export function openedAnswer(opened: Record<string, unknown>): Answer {
  return { status: 200, body: opened }
}

/** The wallet said no: its code, a voided round, and nothing moved. Final. */
export function refusedAnswer(publicId: string, errorCode: string | null): Answer {
  const refusal = refusalOf(errorCode)
  return { status: ERRORS[refusal.code].status, body: voidedBody(publicId, refusal) }
}

/** Nobody knows yet: the same click resumes the round. Never stored; provisionally it reads as voided. */
export function undecidedAnswer(publicId: string, limits: Limits, code: UndecidedCode = 'WALLET_UNAVAILABLE'): Answer {
  return {
    status: ERRORS[code].status,
    body: voidedBody(publicId, { code }),
    retryAfterSeconds: limits.undecidedRetrySeconds,
  }
}

function voidedBody(publicId: string, error: object) {
  return { error, round: { publicId, status: 'voided' }, balanceAfterMinor: 0 }
}
