import { walletKey } from '@coffer/contract/keys'
import { type Answer, storeAnswer } from '../actions/index.ts'
import { assert, assertMove, type Owner, present } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Attempt, closeAttempt, type Outcome, queueOperation, type Verdict } from '../wallet/index.ts'
import { openedAnswer, refusedAnswer, undecidedAnswer } from './answers.ts'
import { clickOf } from './begin-round.ts'
import { type DebitVerdict, ROUND_MOVES, type RoundState, stepAfterDebit } from './round.ts'
import { settleRound } from './settle-round.ts'
import { listReels, lockRound, moveRound, type RoundRecord } from './store.ts'
import { roundView } from './view.ts'

export type DebitDriver = {
  operator: Operator
  owner: Owner
  playerExternalId: string
  publicId: string
  attempt: Attempt
  /** A player waits for the answer; otherwise the resolver asks. */
  live: boolean
}

/**
 * The second transaction of an open: records what the wallet said and moves the round by the table of the money protocol.
 * Returns what the player is told; it is stored unless the round is still undecided.
 */
export async function applyRoundOutcome(ctx: Context, tx: Tx, driver: DebitDriver, outcome: Outcome): Promise<Answer> {
  const verdict = await closeAttempt(ctx, tx, driver.attempt, outcome)
  const round = present(await lockRound(tx, driver.owner, driver.publicId), 'the round of a debit exists')
  const { unknownDebit } = driver.operator.settings.wallet
  const step = stepAfterDebit(round.state, kindOf(verdict), { live: driver.live, unknownDebit })
  switch (step) {
    case 'settle':
      return settle(ctx, tx, driver, round, verdict)
    case 'void':
      return refuse(tx, driver, round, 'voided', verdict)
    case 'doubt':
      return refuse(tx, driver, round, 'voiding', verdict)
    case 'refund':
      await refund(ctx, tx, driver, round)
      return undecidedAnswer(driver.publicId, ctx.limits)
    case 'stay':
      return undecidedAnswer(driver.publicId, ctx.limits)
  }
}

function kindOf(verdict: Verdict): DebitVerdict {
  return verdict.kind === 'refused' && !verdict.final ? 'refused_unclean' : verdict.kind
}

async function settle(
  ctx: Context,
  tx: Tx,
  driver: DebitDriver,
  round: RoundRecord,
  verdict: Verdict,
): Promise<Answer> {
  const { operator, owner, playerExternalId } = driver
  const balanceAfterMinor = verdict.kind === 'accepted' ? verdict.balanceAfterMinor : null
  const opened =
    round.mode === 'prepay'
      ? await hold(tx, round, balanceAfterMinor)
      : await settleRound(ctx, tx, { operator, owner, playerExternalId, round, balanceAfterMinor })
  return final(tx, driver, round, openedAnswer(opened))
}

/** A prepaid box is held: no draw, no nonce, nothing in the vault yet. */
async function hold(tx: Tx, round: RoundRecord, balanceAfterMinor: number | null) {
  await move(tx, round, 'held')
  const reels = await listReels(tx, round.operator_id, [round.round_id])
  return { round: roundView({ ...round, state: 'held' }, reels), items: [], balanceAfterMinor, facts: null }
}

async function refuse(
  tx: Tx,
  driver: DebitDriver,
  round: RoundRecord,
  to: 'voided' | 'voiding',
  verdict: Verdict,
): Promise<Answer> {
  await move(tx, round, to)
  const errorCode = verdict.kind === 'refused' ? verdict.errorCode : null
  const answer = refusedAnswer(driver.publicId, errorCode)
  return round.state === 'pending' ? final(tx, driver, round, answer) : answer
}

/** The debit stands and nobody waits for the box any more: give the money back, as an operation of its own. */
async function refund(ctx: Context, tx: Tx, driver: DebitDriver, round: RoundRecord): Promise<void> {
  await move(tx, round, 'refunding')
  await queueOperation(ctx, tx, {
    owner: driver.owner,
    playerExternalId: driver.playerExternalId,
    kind: 'round_refund',
    subjectId: round.public_id,
    idempotencyKey: walletKey.refundRound(round.public_id),
    direction: 'credit',
    amountMinor: round.bet_minor,
    currency: round.currency,
    reference: { kind: 'refund', publicId: round.public_id },
  })
}

async function final(tx: Tx, driver: DebitDriver, round: RoundRecord, answer: Answer): Promise<Answer> {
  await storeAnswer(tx, clickOf({ owner: driver.owner, clientActionId: round.client_action_id }), answer)
  return answer
}

async function move(tx: Tx, round: RoundRecord, to: RoundState): Promise<void> {
  assertMove(ROUND_MOVES, round.state, to)
  assert(await moveRound(tx, round, to, {}), 'a locked round moves')
}
