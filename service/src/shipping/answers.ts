import { ERRORS } from '@coffer/contract/errors'
import type { BackendOrder } from '@coffer/contract/shipping'
import type { Answer } from '../actions/index.ts'
import type { Limits, Refusal } from '../kernel/index.ts'
import { refusalOf, type UndecidedCode } from '../wallet/index.ts'

/** Answers of the flows that charge a fee. The server completes `error` with words and the request id. */

export function orderedAnswer(order: BackendOrder, balanceAfterMinor: number | null): Answer {
  return { status: 201, body: { order, balanceAfterMinor } }
}

/** The wallet said no, or nobody knows who asked any more: no order, and nothing is charged in the end. Final. */
export function refusedAnswer(errorCode: string | null): Answer {
  const refusal = refusalOf(errorCode)
  return { status: ERRORS[refusal.code].status, body: { error: refusal } }
}

/** Nobody knows yet: the same items to the same address resume it. Never stored. */
export function undecidedAnswer(limits: Limits, code: UndecidedCode = 'WALLET_UNAVAILABLE'): Answer {
  return {
    status: ERRORS[code].status,
    body: { error: { code } },
    retryAfterSeconds: limits.undecidedRetrySeconds,
  }
}

/** A refusal as an answer that is stored. */
export function answerOf({ code, status, details }: Refusal): Answer {
  return { status, body: { error: { code, ...details } } }
}
