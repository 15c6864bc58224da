import { ERRORS, type ErrorCode } from '@coffer/contract/errors'
import { walletKey } from '@coffer/contract/keys'
import type { CancelledRound } from '@coffer/contract/shapes'
import { type ActionAnswer, type Answer, answerForGood, readStoredAnswer } from '../actions/index.ts'
import { type Limits, present } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  type End,
  type Flow,
  isOpen,
  listConflicts,
  type Movement,
  type OperationRow,
  refusalOf,
  type UndecidedCode,
} from '../wallet/index.ts'
import { voidedAnswer } from './answers.ts'
import { actionOf, actionThatCancels, type Game, type GameOf } from './game.ts'
import { recordRefund } from './record-history.ts'
import { lockRound, moveRound, type RoundRecord } from './store.ts'

/**
 * The credit of a round whose money goes back. A refund that is owed (`refunding`) is sent until it is accepted; a cancel of a held box
 * (`cancelling`) that is finally refused, or never left, leaves the box held.
 */
export function creditOfRound(gameOf: GameOf): Flow<RoundRecord, ActionAnswer> {
  return {
    name: 'cancel-held-round',
    kind: 'round_refund',
    keyOf: (_who, publicId) => walletKey.refundRound(publicId),
    lock: async (tx, owner, publicId) => present(await lockRound(tx, owner, publicId), 'the round of a refund exists'),
    // Of several cancels each has its own operation, and only the last of them can be open.
    isWaiting: (round, operation) => round.state === 'cancelling' && isOpen(operation),
    isOwed: (round) => round.state === 'refunding',
    apply: (ctx, tx, end) => apply(ctx, tx, gameOf(end.subject), end),
  }
}

/** The credit that gives a round's bet back, once, whoever owes it. */
export function refundOfRound({ owner, playerExternalId }: Omit<Who, 'operator'>, round: RoundRecord): Movement {
  const { public_id: publicId } = round
  return {
    owner,
    playerExternalId,
    kind: 'round_refund',
    subjectId: publicId,
    idempotencyKey: walletKey.refundRound(publicId),
    amountMinor: round.bet_minor,
    currency: round.currency,
    reference: { kind: 'refund', publicId },
  }
}

async function apply(ctx: Context, tx: Tx, game: Game, end: End<RoundRecord>): Promise<ActionAnswer> {
  const { subject, verdict } = end
  const isDisputed = verdict.kind === 'conflict' && subject.state === 'held'
  const round = isDisputed ? moveRound(tx, subject, 'disputed') : subject
  // An answer that came too late changes nothing for the player: they are told what the same cancel is told from now on.
  if (round.state !== 'refunding' && round.state !== 'cancelling')
    return { ...(await decidedCancel(tx, round, end.operationBefore)), replayed: false }
  if (verdict.kind === 'accepted') return refunded(ctx, tx, game, end, verdict.balanceAfterMinor)
  const isOver = (verdict.kind === 'refused' || verdict.kind === 'never_sent') && verdict.final
  if (!isOver) return { ...undecidedCancel(round, ctx.limits), replayed: false }
  await holdAgain(tx, round)
  return { ...refusedCancel(round.public_id, verdict.kind === 'refused' ? verdict.errorCode : null), replayed: false }
}

/** What a cancel is told of a round that does not wait for its credit. */
export async function decidedCancel(tx: Tx, round: RoundRecord, operation: OperationRow | null): Promise<ActionAnswer> {
  // Held again, or being cancelled once more: the cancel that was asked about came to nothing.
  if (round.state === 'held' || round.state === 'cancelling')
    return { ...refusedCancel(round.public_id, operation?.error_code ?? null), replayed: false }
  if (round.state === 'disputed') return { ...refusedCancel(round.public_id, null), replayed: false }
  const stored = round.state === 'voided' ? await readStoredAnswer(tx, actionThatCancels(round)) : null
  if (stored) return { ...stored, replayed: true }
  const code = 'ROUND_NOT_REFUNDABLE'
  return { status: ERRORS[code].status, body: { error: { code } }, replayed: false }
}

async function refunded(
  ctx: Context,
  tx: Tx,
  game: Game,
  { who, subject }: End<RoundRecord>,
  balanceAfterMinor: number | null,
): Promise<ActionAnswer> {
  const isOwed = subject.state === 'refunding'
  const round = markRefunded(ctx, tx, subject, subject.bet_minor)
  await recordRefund(tx, who, round, { wasHeld: !isOwed })
  const answer = cancelledAnswer(round, balanceAfterMinor)
  if (isOwed) await answerForGood(tx, actionOf(game, round), voidedAnswer(round.public_id))
  else await answerForGood(tx, actionThatCancels(round), answer)
  return { ...answer, replayed: false }
}

/** The round is voided, and reads show what went back. */
export function markRefunded(ctx: Context, tx: Tx, round: RoundRecord, refundedMinor: number): RoundRecord {
  return moveRound(tx, round, 'voided', { refunded_minor: refundedMinor, refunded_at: ctx.clock.now() })
}

/** The box is held again, unless an earlier credit of it has been paid after all. */
async function holdAgain(tx: Tx, round: RoundRecord): Promise<void> {
  const paid = await listConflicts(tx, round.operator_id, [walletKey.refundRound(round.public_id)])
  moveRound(tx, round, paid.size > 0 ? 'disputed' : 'held')
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
