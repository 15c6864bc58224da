import type { GameKey } from '@coffer/contract/shapes'
import { type Answer, beginAction, readStoredAnswer } from '../actions/index.ts'
import { assert, type Owner, present, publicId } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { isExcluded, sharePlayer } from '../players/index.ts'
import {
  type Attempt,
  findLatestOperation,
  isHeldBack,
  listAttempts,
  lockOperation,
  nothingWasSent,
  recordNextAttempt,
  undecidedCode,
} from '../wallet/index.ts'
import { undecidedAnswer } from './answers.ts'
import { clickOf } from './click.ts'
import type { Settle } from './outcome.ts'
import { lockRound } from './store.ts'

export type Begun =
  | { kind: 'answer'; answer: Answer; replayed: boolean }
  | { kind: 'busy'; operationId: number; publicId: string }
  | { kind: 'send'; attempt: Attempt; publicId: string }

/** A click that plays a game, and what that game brings to the flow that rounds of every game share. */
export type Play = Who & {
  /** The session's launch, whose free opens are counted in the answer; null when there is none, or no game for them. */
  launchId: number | null
  game: GameKey
  clientActionId: string
  /** What the first request of the click does in the first transaction: it refuses, or records the round with its debit. */
  begin(tx: Tx, publicId: string): Promise<Begun>
  /** What the paid round does in the second one: draw, grant, answer. */
  settle: Settle
}

/** The first transaction of a play: action, round, operation, attempt. A repeat finds the first one's. */
export async function beginRound(ctx: Context, tx: Tx, play: Play, waitedFor: number | null): Promise<Begun> {
  const id = publicId('rnd', ctx.random)
  const action = await beginAction(tx, clickOf(play), id, ctx.clock.now())
  if (action.isNew) return play.begin(tx, id)
  if (action.answer) return { kind: 'answer', answer: action.answer, replayed: true }
  return resume(ctx, tx, play, action.subjectId, waitedFor)
}

/** A round whose debit is undecided: drive it on with the same bytes, unless another request does, or the resolver gave it up. */
async function resume(ctx: Context, tx: Tx, play: Play, publicId: string, waitedFor: number | null): Promise<Begun> {
  const { operator, owner } = play
  const debit = await findLatestOperation(tx, owner.operatorId, 'round_debit', publicId)
  const { operation_id: operationId } = present(debit, 'a round without an answer has a debit')
  const code = await undecidedCode(tx, owner.operatorId, operationId)
  const undecided: Begun = { kind: 'answer', answer: undecidedAnswer(publicId, ctx.limits, code), replayed: false }
  if (waitedFor === operationId || (await isHeldBack(ctx, tx, operator, operationId))) return undecided
  await lockOperation(tx, owner.operatorId, operationId)
  const round = present(await lockRound(tx, owner, publicId), 'the round of an action exists')
  if (round.state !== 'pending') return (await answerNow(tx, play)) ?? undecided
  if (await wouldBeginToSpend(ctx, tx, owner, operationId)) return undecided
  const attempt = await recordNextAttempt(ctx, tx, operator, operationId)
  assert(attempt !== 'closed', 'the debit of a pending round is open')
  return attempt === 'busy' ? { kind: 'busy', operationId, publicId } : { kind: 'send', attempt, publicId }
}

/**
 * Whether this would be the first byte to leave for the debit of a player who may not spend any more: nothing is charged after an
 * exclusion that was not under way before it. The resolver voids such a round.
 */
async function wouldBeginToSpend(ctx: Context, tx: Tx, owner: Owner, operationId: number): Promise<boolean> {
  if (!nothingWasSent(await listAttempts(tx, owner.operatorId, operationId))) return false
  await sharePlayer(tx, owner)
  return isExcluded(ctx, tx, owner)
}

/** The debit came to its end while this request waited for its lock: there may be an answer by now. */
async function answerNow(tx: Tx, play: Play): Promise<Begun | null> {
  const answer = await readStoredAnswer(tx, clickOf(play))
  return answer && { kind: 'answer', answer, replayed: true }
}
