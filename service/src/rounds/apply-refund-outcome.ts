import { ERRORS, type ErrorCode } from '@coffer/contract/errors'
import type { CancelledRound } from '@coffer/contract/shapes'
import { type Answer, readStoredAnswer, storeAnswerUnlessThere } from '../actions/index.ts'
import { type Limits, type Owner, present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  closeAttempt,
  dropUnsent,
  findOperation,
  listConflicts,
  lockOperation,
  type Outcome,
  refusalOf,
  type UndecidedCode,
  type Verdict,
} from '../wallet/index.ts'
import { refusedAnswer } from './answers.ts'
import { clickOf } from './click.ts'
import { moveRound } from './move-round.ts'
import type { Driver } from './outcome.ts'
import { recordRefund } from './record-history.ts'
import { lockRound, type RoundRecord } from './store.ts'

/** The click that a cancel is: the round's id stands for a `clientActionId`. */
export function cancelClick(owner: Owner, publicId: string) {
  return { owner, kind: 'held_cancel' as const, clientActionId: publicId }
}

/**
 * What a wallet's answer does to a round whose money goes back. A refund that is owed (`refunding`) is sent until it is accepted; a
 * cancel of a held box (`cancelling`) that is finally refused, or never left, leaves the box held.
 */
export async function applyRefundOutcome(ctx: Context, tx: Tx, driver: Driver, outcome: Outcome): Promise<Answer> {
  const { attempt, owner, publicId } = driver
  await lockOperation(tx, attempt.operatorId, attempt.operationId)
  const round = present(await lockRound(tx, owner, publicId), 'the round of a refund exists')
  const verdict = await closeAttempt(ctx, tx, attempt, outcome, { refusalEnds: round.state !== 'refunding' })
  if (verdict.kind === 'conflict' && round.state === 'held') await moveRound(tx, round, 'disputed')
  if (round.state !== 'refunding' && round.state !== 'cancelling') return decidedBefore(tx, driver, round)
  if (verdict.kind === 'accepted') return refunded(ctx, tx, driver, round, verdict.balanceAfterMinor)
  return round.state === 'cancelling'
    ? notCancelled(ctx, tx, driver, round, verdict)
    : undecidedCancel(round, ctx.limits)
}

/** An answer that came too late changes nothing for the player: they are told what the same cancel is told from now on. */
async function decidedBefore(
  tx: Tx,
  { attempt, owner }: Driver,
  { public_id: publicId, state }: RoundRecord,
): Promise<Answer> {
  const stored = state === 'voided' ? await readStoredAnswer(tx, cancelClick(owner, publicId)) : null
  if (stored) return stored
  if (state === 'voided' || state === 'settled') {
    const code = 'ROUND_NOT_REFUNDABLE'
    return { status: ERRORS[code].status, body: { error: { code } } }
  }
  const operation = await findOperation(tx, attempt.operatorId, attempt.operationId)
  return refusedCancel(publicId, state === 'held' ? (operation?.error_code ?? null) : null)
}

async function refunded(
  ctx: Context,
  tx: Tx,
  driver: Driver,
  before: RoundRecord,
  balanceAfterMinor: number | null,
): Promise<Answer> {
  const round = await markRefunded(ctx, tx, before, before.bet_minor)
  await recordRefund(tx, driver, round, before.state === 'refunding')
  if (before.state === 'refunding') {
    const click = clickOf({ owner: driver.owner, game: round.game_key, clientActionId: round.client_action_id })
    await storeAnswerUnlessThere(tx, click, refusedAnswer(round.public_id, null, { undecided: false }))
  }
  const answer = cancelledAnswer(round, balanceAfterMinor)
  if (before.state === 'cancelling')
    await storeAnswerUnlessThere(tx, cancelClick(driver.owner, round.public_id), answer)
  return answer
}

/** The round is voided, and reads show what went back. */
export function markRefunded(ctx: Context, tx: Tx, round: RoundRecord, refundedMinor: number): Promise<RoundRecord> {
  return moveRound(tx, round, 'voided', { refunded_minor: refundedMinor, refunded_at: ctx.clock.now() })
}

async function notCancelled(
  ctx: Context,
  tx: Tx,
  driver: Driver,
  round: RoundRecord,
  verdict: Verdict,
): Promise<Answer> {
  if (verdict.kind === 'refused' && verdict.final) {
    await holdAgain(tx, round)
    return refusedCancel(round.public_id, verdict.errorCode)
  }
  const { operatorId, operationId } = driver.attempt
  if (verdict.kind === 'never_sent' && (await dropUnsent(ctx, tx, operatorId, operationId))) {
    await holdAgain(tx, round)
    return refusedCancel(round.public_id, null)
  }
  return undecidedCancel(round, ctx.limits)
}

/** The box is held again, unless an earlier credit of it has been paid after all. */
async function holdAgain(tx: Tx, round: RoundRecord): Promise<void> {
  const paid = await listConflicts(tx, round.operator_id, 'round_refund', [round.public_id])
  await moveRound(tx, round, paid.size > 0 ? 'disputed' : 'held')
}

export function cancelledAnswer(round: RoundRecord, balanceAfterMinor: number | null): Answer {
  const meaning = 'a refunded round knows what went back'
  const body: CancelledRound = {
    round: {
      publicId: round.public_id,
      status: 'voided',
      undecided: false,
      refundedMinor: present(round.refunded_minor, meaning),
      currency: round.currency,
      refundedAt: present(round.refunded_at, meaning).toISOString(),
    },
    balanceAfterMinor,
  }
  return { status: 200, body }
}

/** The wallet did not take the credit: the box is still there. */
export function refusedCancel(publicId: string, errorCode: string | null): Answer {
  const refusal = refusalOf(errorCode)
  return heldAnswer(publicId, refusal.code, refusal, false)
}

/** Nobody knows yet whether the money went back: the same cancel resumes it. */
export function undecidedCancel(
  round: Pick<RoundRecord, 'public_id'>,
  limits: Limits,
  code: UndecidedCode = 'WALLET_UNAVAILABLE',
): Answer {
  return { ...heldAnswer(round.public_id, code, { code }, true), retryAfterSeconds: limits.undecidedRetrySeconds }
}

function heldAnswer(publicId: string, code: ErrorCode, error: object, undecided: boolean): Answer {
  return { status: ERRORS[code].status, body: { error, round: { publicId, status: 'held', undecided } } }
}
