import { walletKey } from '@coffer/contract/keys'
import { type ActionAnswer, beginAction, storeAnswer } from '../actions/index.ts'
import { findVersions } from '../catalog/index.ts'
import { present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  actionThatCancels,
  cancelledAnswer,
  creditOfRound,
  decidedCancel,
  findRound,
  listReels,
  lockRound,
  markRefunded,
  moveRound,
  publicStatus,
  type RoundRecord,
  refundOfRound,
  refusedCancel,
  undecidedCancel,
} from '../rounds/index.ts'
import { type Begun, beginOperation, findLatestOperation, runPaidAction } from '../wallet/index.ts'
import { BOXES } from './game.ts'
import type { HeldRound } from './open-held-round.ts'

/**
 * Gives a closed box back for what was paid. While the credit is undecided the box can neither be opened nor cancelled again: a
 * repeat resumes the same credit. Refuses with ROUND_NOT_FOUND, ROUND_NOT_REFUNDABLE, REFUND_NOT_ALLOWED; a credit that the
 * wallet refuses leaves the box held.
 */
export function cancelHeldRound(ctx: Context, input: HeldRound): Promise<ActionAnswer> {
  return runPaidAction(
    ctx,
    {
      ...creditOfRound(() => BOXES),
      begin,
      answerDecided: (_ctx, tx, _cancel, round, operation) => decidedCancel(tx, round, operation),
      undecided: (ctx, publicId, code) => {
        return { ...undecidedCancel({ public_id: publicId }, ctx.limits, code), replayed: false }
      },
    },
    input,
  )
}

async function begin(ctx: Context, tx: Tx, input: HeldRound): Promise<Begun<ActionAnswer>> {
  const { owner, publicId } = input
  const seen = await findRound(tx, owner, publicId)
  if (!seen || publicStatus(seen.state) === null) throw new Refusal('ROUND_NOT_FOUND')
  if (seen.state === 'cancelling') return { kind: 'repeat', subjectId: publicId, isNew: false }
  const round = present(await lockRound(tx, owner, publicId), 'a round is never deleted')
  if (round.state === 'held') return beginCredit(ctx, tx, input, round)
  if (round.state !== 'cancelling') return { kind: 'answer', result: await decidedCancel(tx, round, null) }
  const credit = await findLatestOperation(tx, owner.operatorId, walletKey.refundRound(publicId))
  const { operation_id: operationId } = present(credit, 'a round being cancelled has its credit')
  return { kind: 'wait', operationId, subjectId: publicId }
}

async function beginCredit(ctx: Context, tx: Tx, input: HeldRound, round: RoundRecord): Promise<Begun<ActionAnswer>> {
  const { operator, publicId } = input
  if (!(await isRefundable(tx, input, round))) throw new Refusal('REFUND_NOT_ALLOWED')
  const key = actionThatCancels(round)
  if (round.funding === 'operator') {
    const answer = cancelledAnswer(await markRefunded(ctx, tx, round, 0), null)
    await beginAction(tx, key, publicId, ctx.clock.now())
    storeAnswer(tx, key, answer)
    return { kind: 'answer', result: { ...answer, replayed: false } }
  }
  if (operator.settings.wallet.url === '')
    return { kind: 'answer', result: { ...refusedCancel(publicId, null), replayed: false } }
  await beginAction(tx, key, publicId, ctx.clock.now())
  const attempt = await beginOperation(ctx, tx, operator, refundOfRound(input, round))
  moveRound(tx, round, 'cancelling')
  return { kind: 'send', attempt, subjectId: publicId }
}

/** The operator's policy and that of each box in the round. */
async function isRefundable(tx: Tx, input: HeldRound, round: RoundRecord): Promise<boolean> {
  if (!input.operator.settings.policies.refundEnabled) return false
  const reels = await listReels(tx, round.operator_id, [round.round_id])
  const ids = reels.map((reel) => reel.box_version_id)
  const versions = await findVersions(tx, round.operator_id, ids)
  return ids.every((id) => versions.get(id)?.refundable)
}
