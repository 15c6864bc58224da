import { walletKey } from '@coffer/contract/keys'
import type { Facts } from '@coffer/contract/shapes'
import {
  type ActionAnswer,
  type Answer,
  answerForGood,
  findFirstRequest,
  readStoredAnswer,
  recordFirstRequest,
  storeAnswer,
} from '../actions/index.ts'
import type { TakenNonce } from '../fairness/index.ts'
import { assert, atOnce, endOf, type Owner, present, publicId, whatCameOf } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Sharing, Tx } from '../platform/index.ts'
import { isExcluded } from '../players/index.ts'
import {
  type Begun,
  beginOperation,
  type End,
  type Flow,
  type Movement,
  type PaidAction,
  type PreparedOperation,
  queueOperation,
  runPaidAction,
  sharingOfStep,
  type Verdict,
} from '../wallet/index.ts'
import { openedAnswer, refusedAnswer, undecidedAnswer, voidedAnswer } from './answers.ts'
import { actionOf, actionThatPlays, type Game, type GameOf, type Settle, type Settling } from './game.ts'
import { recordDraw } from './record-history.ts'
import { refundOfRound } from './refund-round.ts'
import { type DebitVerdict, stepAfterDebit } from './round.ts'
import { lockRound, moveRound, type RoundRecord } from './store.ts'

/** A new action is answered at once, or its debit is sent. */
export type BegunPlay = Extract<Begun<ActionAnswer>, { kind: 'answer' | 'send' }>

/** An action that plays a game, and what that game brings to the flow that rounds of every game share. */
export type Play = Who & {
  /** The session's launch, whose free opens are counted in the answer; null when there is none, or no game for them. */
  launchId: number | null
  game: Game
  /** Whether what it usually asks of the database is asked for row by row, so that several plays may share a transaction; it is not when omitted. */
  shares?: boolean
  clientActionId: string
  /**
   * Looks in the first transaction whether the play may be, or refuses, and says how it is recorded. Runs for repeats too, and writes nothing:
   * whether the action is new is asked together with it, and only then does what it came to count.
   */
  decide(tx: Tx): Promise<RecordPlay>
  /**
   * Asks for what settling the round will need, beside the locks on one that is paid for, which saves a message to the database; and says how
   * the round is settled with that. Whatever it turns out to be, nothing may come of it but locks that settling would take next. The game
   * settles the round when omitted, as it does where the resolver drives its debit.
   */
  foresee?(tx: Tx): Promise<Settle>
}

/** Records a round with its debit, for the first request of an action only. */
export type RecordPlay = (publicId: string) => BegunPlay | Promise<BegunPlay>

/**
 * Plays a round: two commits and one wallet call. The debit is recorded before the call, the draw exists only after the money. A
 * repeated `clientActionId` never debits twice: it gets the stored answer, waits for the request that drives the round, or resumes
 * it with the same bytes.
 */
export function playRound(ctx: Context, play: Play): Promise<ActionAnswer> {
  return runPaidAction(ctx, PLAY, play)
}

const DEBIT = {
  name: 'open-round',
  kind: 'round_debit',
  keyOf: (_who: Who, publicId: string) => walletKey.openRound(publicId),
  lock: async (tx: Tx, owner: Owner, publicId: string) =>
    present(await lockRound(tx, owner, publicId), 'the round of a debit exists'),
  isWaiting: (round: RoundRecord) => round.state === 'pending',
} as const

const PLAY: PaidAction<Play, RoundRecord, ActionAnswer, Settle> = {
  ...DEBIT,
  shares: ({ shares = false }) => shares,
  begin: beginPlay,
  // The first byte of a debit does not leave for a player who may not spend any more: nothing is charged after an exclusion that was not
  // under way before it. The resolver voids such a round.
  mayDriveOn: async (ctx, tx, { owner }, was) => was.sent || !(await isExcluded(ctx, tx, owner)),
  foresee: async (tx, play) => play.foresee?.(tx),
  apply: (ctx, tx, end) => applyToRound(ctx, tx, end.who, end),
  answerDecided: async (_ctx, tx, { game }, round) => {
    const answer = await readStoredAnswer(tx, actionOf(game, round))
    return answer && { ...answer, replayed: true }
  },
  undecided: (ctx, publicId, code) => ({ ...undecidedAnswer(publicId, ctx.limits, code), replayed: false }),
}

/**
 * What a player does to a round without a wallet shares the transactions in which plays begin: with a queue of its own, those of one operator
 * could take all connections that are there to be shared.
 */
export function besidePlays(owner: Owner): Sharing {
  return sharingOfStep(DEBIT.name, 'begin', owner)
}

/** The debit of a round that no request waits for, of whichever game. */
export function debitOfRound(gameOf: GameOf): Flow<RoundRecord, ActionAnswer, Who, Settle> {
  return {
    ...DEBIT,
    apply: (ctx, tx, end) => applyToRound(ctx, tx, { game: gameOf(end.subject), launchId: null }, end),
    giveUp: (_ctx, tx, who, round, was) => giveUp(tx, gameOf(round), who, round, was),
  }
}

/** The first transaction of a play: action, round, operation, attempt. A repeat finds the first one's, whatever would be refused by now. */
async function beginPlay(ctx: Context, tx: Tx, play: Play): Promise<Begun<ActionAnswer>> {
  const { owner, game, clientActionId } = play
  const action = actionThatPlays(game, owner, clientActionId)
  const [first, decided] = await atOnce(findFirstRequest(tx, action), endOf(play.decide(tx)))
  if (first?.answer) return { kind: 'answer', result: { ...first.answer, replayed: true } }
  if (first) return { kind: 'repeat', subjectId: first.subjectId, isNew: false }
  // Refused before anything is recorded.
  const record = whatCameOf(decided)
  const id = publicId('rnd', ctx)
  recordFirstRequest(tx, action, id, ctx.clock.now())
  return record(id)
}

/** Records the debit of a new round with its first attempt, which is sent after the commit. */
export async function beginDebit(
  ctx: Context,
  tx: Tx,
  payer: Who,
  round: Pick<RoundRecord, 'public_id' | 'bet_minor' | 'currency'>,
  prepared?: PreparedOperation,
): Promise<BegunPlay> {
  const { operator, owner, playerExternalId } = payer
  const { public_id: subjectId } = round
  const movement: Movement = {
    owner,
    playerExternalId,
    kind: 'round_debit',
    subjectId,
    idempotencyKey: DEBIT.keyOf(payer, subjectId),
    amountMinor: round.bet_minor,
    currency: round.currency,
    reference: { kind: 'round', publicId: subjectId },
  }
  return { kind: 'send', attempt: await beginOperation(ctx, tx, operator, movement, prepared), subjectId }
}

/** A round that settled in its first transaction, without a wallet: its action is answered for good. */
export function answerAtOnce(tx: Tx, game: Game, round: RoundRecord, opened: Record<string, unknown>): BegunPlay {
  const answer = openedAnswer(opened)
  storeAnswer(tx, actionOf(game, round), answer)
  return { kind: 'answer', result: { ...answer, replayed: false } }
}

/** What a draw came to: the payout in the round's currency and in the operator's, and the facts as they are shown for ever. */
export type RoundResult = { payoutMinor: number; operatorPayoutMinor: number; facts: Facts }

/** Makes a drawn round final, under the commitment that it was drawn with, and puts it into the operator's feed. */
export function closeRound(
  ctx: Context,
  tx: Tx,
  settling: Settling,
  pair: TakenNonce,
  { payoutMinor, operatorPayoutMinor, facts }: RoundResult,
): RoundRecord {
  assert(settling.game.key === settling.round.game_key, 'a round is drawn by its own game')
  const round = moveRound(tx, settling.round, 'settled', {
    pair_id: pair.pairId,
    nonce: pair.nonce,
    server_seed_hash: pair.serverSeedHash,
    client_seed: pair.clientSeed,
    payout_minor: payoutMinor,
    operator_payout_minor: operatorPayoutMinor,
    facts: JSON.stringify(facts),
    settled_at: ctx.clock.now(),
  })
  recordDraw(tx, settling, round)
  return round
}

type Played = Pick<Play, 'game' | 'launchId'>
type DebitEnd = End<RoundRecord, Who, Settle>

/** Moves the round by the table of the money protocol. What the player is told is stored, unless the round is still undecided. */
async function applyToRound(ctx: Context, tx: Tx, played: Played, end: DebitEnd): Promise<ActionAnswer> {
  const { who, subject: round, verdict, live } = end
  const { unknownDebit } = who.operator.settings.wallet
  const refunded = round.refunded_minor !== null
  const step = stepAfterDebit(round.state, kindOf(verdict), { live, unknownDebit, refunded })
  if (step === 'settle') return settle(ctx, tx, played, end)
  if (step === 'void') return refuse(tx, played.game, end, 'voided')
  if (step === 'doubt') return refuse(tx, played.game, end, 'voiding')
  if (step === 'refund') await oweRefund(ctx, tx, who, round)
  return { ...undecidedAnswer(round.public_id, ctx.limits), replayed: false }
}

function kindOf(verdict: Verdict): DebitVerdict {
  if (verdict.kind === 'refused') return verdict.final ? 'refused' : 'refused_unclean'
  return verdict.kind === 'conflict' ? 'unknown' : verdict.kind
}

async function settle(
  ctx: Context,
  tx: Tx,
  { game, launchId }: Played,
  { who, subject: round, foreseen, operation: debit, verdict }: DebitEnd,
): Promise<ActionAnswer> {
  const { operator, owner, playerExternalId } = who
  const balanceAfterMinor = verdict.kind === 'accepted' ? verdict.balanceAfterMinor : null
  const freeOpensOf = launchId === null ? undefined : { owner, launchId }
  const settling = { operator, owner, playerExternalId, game, round, debit, balanceAfterMinor, freeOpensOf }
  const opened = await (foreseen ?? game.settle)(ctx, tx, settling)
  return answerRound(tx, game, round, openedAnswer(opened))
}

async function refuse(
  tx: Tx,
  game: Game,
  { subject: round, verdict, live }: DebitEnd,
  to: 'voided' | 'voiding',
): Promise<ActionAnswer> {
  moveRound(tx, round, to)
  const errorCode = verdict.kind === 'refused' ? verdict.errorCode : null
  // After the resolver gave a round up, its player is told that nothing came of it, not what the wallet said to a probe.
  const answer = refusedAnswer(round.public_id, live ? errorCode : null, { undecided: to === 'voiding' })
  return answerRound(tx, game, round, answer)
}

/** An action is answered for good by what moves its round out of `pending`; whatever is heard later, that answer stands. */
async function answerRound(tx: Tx, game: Game, was: RoundRecord, answer: Answer): Promise<ActionAnswer> {
  const action = actionOf(game, was)
  if (was.state !== 'pending') return { ...(await answerForGood(tx, action, answer)), replayed: false }
  storeAnswer(tx, action, answer)
  return { ...answer, replayed: false }
}

/** The debit stands and nobody waits for the box any more: give the money back, as an operation of its own. */
async function oweRefund(ctx: Context, tx: Tx, who: Who, round: RoundRecord): Promise<void> {
  moveRound(tx, round, 'refunding')
  await queueOperation(ctx, tx, refundOfRound(who, round))
}

/** A round that nobody came back for: voided when nothing of its debit was ever sent, else given up by the operator's policy. */
async function giveUp(tx: Tx, game: Game, who: Who, round: RoundRecord, was: { sent: boolean }): Promise<void> {
  if (!was.sent) {
    moveRound(tx, round, 'voided')
    await answerForGood(tx, actionOf(game, round), voidedAnswer(round.public_id))
    return
  }
  if (who.operator.settings.wallet.unknownDebit === 'refund') moveRound(tx, round, 'voiding')
}
