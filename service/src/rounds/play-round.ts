import type { ClickAnswer } from '../actions/index.ts'
import type { Context } from '../platform/index.ts'
import { type Attempt, sendAttempt, waitForOperation } from '../wallet/index.ts'
import { undecidedAnswer } from './answers.ts'
import { applyRoundOutcome } from './apply-round-outcome.ts'
import { beginRound, type Play } from './begin-round.ts'

/**
 * Plays a round: two commits and one wallet call. The debit is recorded before the call, the draw exists only after the money. A
 * repeated `clientActionId` never debits twice: it gets the stored answer, waits for the request that drives the round, or resumes
 * it with the same bytes.
 */
export async function playRound(ctx: Context, play: Play): Promise<ClickAnswer> {
  const { operatorId } = play.operator
  const begun = await ctx.tx(operatorId, (tx) => beginRound(ctx, tx, play, null))
  if (begun.kind === 'answer') return { ...begun.answer, replayed: begun.replayed }
  if (begun.kind === 'send') return drive(ctx, play, begun.publicId, begun.attempt)

  await waitForOperation(ctx, operatorId, begun.operationId)
  const again = await ctx.tx(operatorId, (tx) => beginRound(ctx, tx, play, begun.operationId))
  if (again.kind === 'answer') return { ...again.answer, replayed: again.replayed }
  return { ...undecidedAnswer(begun.publicId, ctx.limits), replayed: false }
}

async function drive(ctx: Context, play: Play, publicId: string, attempt: Attempt): Promise<ClickAnswer> {
  const { operator, owner, playerExternalId, launchId, settle } = play
  await ctx.points.at('open-round:attempt-recorded')
  const outcome = await sendAttempt(ctx, operator, attempt)
  await ctx.points.at('open-round:replied')
  const driver = { operator, owner, playerExternalId, publicId, attempt, launchId, live: true, settle }
  const answer = await ctx.tx(operator.operatorId, (tx) => applyRoundOutcome(ctx, tx, driver, outcome))
  await ctx.points.at('open-round:settled')
  return { ...answer, replayed: false }
}
