import { ERRORS } from '@coffer/contract/errors'
import type { Answer } from '../actions/index.ts'
import type { Limits } from '../kernel/index.ts'
import { refusalOf, type UndecidedCode } from '../wallet/index.ts'

/** Answers of the flows that move a round. The server completes `error` with words and the request id. */

/** A round that is settled or held: what its game says of it. */
export function openedAnswer(opened: Record<string, unknown>): Answer {
  return { status: 200, body: opened }
}

/**
 * The wallet said no: its code and a voided round, which never settles. Final. It is undecided still when an earlier try may yet have been
 * accepted: then the money goes back.
 */
export function refusedAnswer(
  publicId: string,
  errorCode: string | null,
  { undecided }: { undecided: boolean },
): Answer {
  const refusal = refusalOf(errorCode)
  return { status: ERRORS[refusal.code].status, body: voidedBody(publicId, refusal, undecided) }
}

/** Nobody knows yet: the same action resumes the round. Never stored; provisionally it reads as voided. */
export function undecidedAnswer(publicId: string, limits: Limits, code: UndecidedCode = 'WALLET_UNAVAILABLE'): Answer {
  return {
    status: ERRORS[code].status,
    body: voidedBody(publicId, { code }, true),
    retryAfterSeconds: limits.undecidedRetrySeconds,
  }
}

/** What the player has then, no wallet has said. */
function voidedBody(publicId: string, error: object, undecided: boolean) {
  return { error, round: { publicId, status: 'voided', undecided }, balanceAfterMinor: null }
}
