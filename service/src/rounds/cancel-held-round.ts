import { walletKey } from '@coffer/contract/keys'
import { type Answer, beginAction, type ClickAnswer, readStoredAnswer, storeAnswer } from '../actions/index.ts'
import { findVersion } from '../catalog/index.ts'
import { assert, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  type Attempt,
  beginOperation,
  findLatestOperation,
  findOperation,
  isHeldBack,
  recordNextAttempt,
  sendAttempt,
  undecidedCode,
  waitForOperation,
} from '../wallet/index.ts'
import {
  applyRefundOutcome,
  cancelClick,
  cancelledAnswer,
  markRefunded,
  refusedCancel,
  undecidedCancel,
} from './apply-refund-outcome.ts'
import { moveRound } from './move-round.ts'
import type { HeldRound } from './open-held-round.ts'
import { publicStatus } from './round.ts'
import { findRound, listReels, lockRound, type RoundRecord } from './store.ts'

type Begun =
  | { kind: 'answer'; answer: Answer; replayed: boolean }
  | { kind: 'busy'; operationId: number }
  | { kind: 'send'; attempt: Attempt }

/**
 * Gives a closed box back for what was paid. While the credit is undecided the box can neither be opened nor cancelled again: a
 * repeat resumes the same credit. Refuses with ROUND_NOT_FOUND, ROUND_NOT_REFUNDABLE, REFUND_NOT_ALLOWED; a credit that the
 * wallet refuses leaves the box held.
 */
export async function cancelHeldRound(ctx: Context, input: HeldRound): Promise<ClickAnswer> {
  const { operatorId } = input.operator
  const begun = await ctx.tx(operatorId, (tx) => begin(ctx, tx, input, null))
  if (begun.kind === 'answer') return { ...begun.answer, replayed: begun.replayed }
  if (begun.kind === 'send') return drive(ctx, input, begun.attempt)

  await waitForOperation(ctx, operatorId, begun.operationId)
  const again = await ctx.tx(operatorId, (tx) => begin(ctx, tx, input, begun.operationId))
  if (again.kind === 'answer') return { ...again.answer, replayed: again.replayed }
  return { ...undecidedCancel({ public_id: input.publicId }, ctx.limits), replayed: false }
}

/** Locks in the order of the house: an operation before its round. */
async function begin(ctx: Context, tx: Tx, input: HeldRound, waitedFor: number | null): Promise<Begun> {
  const seen = await findRound(tx, input.owner, input.publicId)
  if (!seen || publicStatus(seen.state) === null) throw new Refusal('ROUND_NOT_FOUND')
  if (seen.state === 'cancelling') return resume(ctx, tx, input, seen, waitedFor)
  const round = await lockRound(tx, input.owner, input.publicId)
  assert(round, 'a round is never deleted')
  if (round.state === 'cancelling') return { kind: 'busy', operationId: await creditOf(tx, round) }
  if (round.state === 'disputed')
    return { kind: 'answer', answer: refusedCancel(input.publicId, null), replayed: false }
  if (round.state === 'held' && waitedFor !== null) return refusedLike(tx, input, waitedFor)
  if (round.state === 'held') return beginCredit(ctx, tx, input, round)
  const first = await readStoredAnswer(tx, cancelClick(input.owner, input.publicId))
  if (round.state === 'voided' && first) return { kind: 'answer', answer: first, replayed: true }
  throw new Refusal('ROUND_NOT_REFUNDABLE')
}

async function beginCredit(ctx: Context, tx: Tx, input: HeldRound, round: RoundRecord): Promise<Begun> {
  const { operator, owner, playerExternalId, publicId } = input
  if (!(await isRefundable(tx, input, round))) throw new Refusal('REFUND_NOT_ALLOWED')
  const click = cancelClick(owner, publicId)
  if (round.funding === 'operator') {
    const answer = cancelledAnswer(await markRefunded(ctx, tx, round, 0), null)
    await beginAction(tx, click, publicId, ctx.clock.now())
    await storeAnswer(tx, click, answer)
    return { kind: 'answer', answer, replayed: false }
  }
  if (operator.settings.wallet.url === '')
    return { kind: 'answer', answer: refusedCancel(publicId, null), replayed: false }
  await beginAction(tx, click, publicId, ctx.clock.now())
  const attempt = await beginOperation(ctx, tx, operator, {
    owner,
    playerExternalId,
    kind: 'round_refund',
    subjectId: publicId,
    idempotencyKey: walletKey.refundRound(publicId),
    direction: 'credit',
    amountMinor: round.bet_minor,
    currency: round.currency,
    reference: { kind: 'refund', publicId },
  })
  await moveRound(tx, round, 'cancelling')
  return { kind: 'send', attempt }
}

/** The operator's policy and that of each box in the round. */
async function isRefundable(tx: Tx, input: HeldRound, round: RoundRecord): Promise<boolean> {
  if (!input.operator.settings.policies.refundEnabled) return false
  for (const reel of await listReels(tx, round.operator_id, [round.round_id])) {
    const version = await findVersion(tx, round.operator_id, reel.box_version_id)
    if (!version?.refundable) return false
  }
  return true
}

async function resume(
  ctx: Context,
  tx: Tx,
  input: HeldRound,
  round: RoundRecord,
  waitedFor: number | null,
): Promise<Begun> {
  const operationId = await creditOf(tx, round)
  if (waitedFor === operationId || (await isHeldBack(ctx, tx, input.operator, operationId))) {
    const code = await undecidedCode(tx, round.operator_id, operationId)
    return { kind: 'answer', answer: undecidedCancel(round, ctx.limits, code), replayed: false }
  }
  const attempt = await recordNextAttempt(ctx, tx, input.operator, operationId)
  return attempt === 'busy' || attempt === 'closed' ? { kind: 'busy', operationId } : { kind: 'send', attempt }
}

/** The cancel that this request waited for did not happen: it is told what the one that drove it was told. */
async function refusedLike(tx: Tx, input: HeldRound, operationId: number): Promise<Begun> {
  const operation = await findOperation(tx, input.operator.operatorId, operationId)
  return { kind: 'answer', answer: refusedCancel(input.publicId, operation?.error_code ?? null), replayed: false }
}

async function creditOf(tx: Tx, round: RoundRecord): Promise<number> {
  const operation = await findLatestOperation(tx, round.operator_id, 'round_refund', round.public_id)
  assert(operation, 'a round being cancelled has its credit')
  return operation.operation_id
}

async function drive(ctx: Context, input: HeldRound, attempt: Attempt): Promise<ClickAnswer> {
  const { operator } = input
  await ctx.points.at('cancel-held-round:attempt-recorded')
  const outcome = await sendAttempt(ctx, operator, attempt)
  await ctx.points.at('cancel-held-round:replied')
  const driver = { ...input, attempt, launchId: null, live: true }
  const answer = await ctx.tx(operator.operatorId, (tx) => applyRefundOutcome(ctx, tx, driver, outcome))
  await ctx.points.at('cancel-held-round:applied')
  return { ...answer, replayed: false }
}
