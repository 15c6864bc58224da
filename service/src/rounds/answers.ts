import { ERRORS } from '@coffer/contract/errors'
import type { Answer } from '../actions/index.ts'
import type { Limits } from '../kernel/index.ts'
import { refusalOf, type UndecidedCode } from '../wallet/index.ts'

/** Answers of the flows that move a round. The server completes `error` with words and the request id. */

/** A round that is settled or held: what its game says of it. */
export function openedAnswer(opened: Record<string, unknown>): Answer {
  return { status: 200, body: opened }
}

/** `balanceAfterMinor` of a refused debit: as interface §3.2 and interface §4.6 rule 3 say. It is not the player's balance. */
const BALANCE_AFTER_REFUSAL_MINOR = 0

/**
 * The wallet refused the debit: its code and a voided round, which never settles. Final. `undecided` while an earlier attempt may still have
 * been accepted: its money then goes back.
 */
export function refusedAnswer(
  publicId: string,
  errorCode: string | null,
  { undecided }: { undecided: boolean },
): Answer {
  const refusal = refusalOf(errorCode)
  const body = { error: refusal, round: voided(publicId, undecided), balanceAfterMinor: BALANCE_AFTER_REFUSAL_MINOR }
  return { status: ERRORS[refusal.code].status, body }
}

/** The round is voided without a refusal of the wallet: its debit was never sent, or was accepted and refunded. Final. */
export function voidedAnswer(publicId: string): Answer {
  return unavailableAnswer(publicId, 'WALLET_UNAVAILABLE', false)
}

/** The outcome of the debit is unknown: the same action resumes the round. Never stored; provisionally the round reads as voided. */
export function undecidedAnswer(publicId: string, limits: Limits, code: UndecidedCode = 'WALLET_UNAVAILABLE'): Answer {
  return { ...unavailableAnswer(publicId, code, true), retryAfterSeconds: limits.undecidedRetrySeconds }
}

/** Without a reply to the debit, `balanceAfterMinor` is null. */
function unavailableAnswer(publicId: string, code: UndecidedCode, undecided: boolean): Answer {
  return {
    status: ERRORS[code].status,
    body: { error: { code }, round: voided(publicId, undecided), balanceAfterMinor: null },
  }
}

const voided = (publicId: string, undecided: boolean) => ({ publicId, status: 'voided', undecided })
