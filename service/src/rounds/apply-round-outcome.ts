import { walletKey } from '@coffer/contract/keys'
import { type Answer, readStoredAnswer, storeAnswerUnlessThere } from '../actions/index.ts'
import { present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { closeAttempt, type Outcome, queueOperation, type Verdict } from '../wallet/index.ts'
import { openedAnswer, refusedAnswer, undecidedAnswer } from './answers.ts'
import { clickOf } from './click.ts'
import { moveRound } from './move-round.ts'
import type { DebitDriver } from './outcome.ts'
import { type DebitVerdict, stepAfterDebit } from './round.ts'
import { lockRound, type RoundRecord } from './store.ts'

/**
 * The second transaction of a play: records what the wallet said and moves the round by the table of the money protocol. Returns
 * what the player is told; it is stored unless the round is still undecided. The resolver calls the same verb.
 */
export async function applyRoundOutcome(ctx: Context, tx: Tx, driver: DebitDriver, outcome: Outcome): Promise<Answer> {
  const verdict = await closeAttempt(ctx, tx, driver.attempt, outcome)
  const round = present(await lockRound(tx, driver.owner, driver.publicId), 'the round of a debit exists')
  const { unknownDebit } = driver.operator.settings.wallet
  const refunded = round.refunded_minor !== null
  const step = stepAfterDebit(round.state, kindOf(verdict), { live: driver.live, unknownDebit, refunded })
  switch (step) {
    case 'settle':
      return settle(ctx, tx, driver, round, verdict)
    case 'void':
      return refuse(tx, driver, round, 'voided', verdict)
    case 'doubt':
      return refuse(tx, driver, round, 'voiding', verdict)
    case 'refund':
      await oweRefund(ctx, tx, driver, round)
      return undecidedAnswer(driver.publicId, ctx.limits)
    case 'stay':
      return undecidedAnswer(driver.publicId, ctx.limits)
  }
}

function kindOf(verdict: Verdict): DebitVerdict {
  if (verdict.kind === 'refused') return verdict.final ? 'refused' : 'refused_unclean'
  return verdict.kind === 'conflict' ? 'unknown' : verdict.kind
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
  const freeOpensOf = driver.launchId === null ? undefined : { owner, launchId: driver.launchId }
  const settling = { operator, owner, playerExternalId, round, balanceAfterMinor, freeOpensOf }
  return answerForGood(tx, driver, round, openedAnswer(await driver.settle(ctx, tx, settling)))
}

async function refuse(
  tx: Tx,
  driver: DebitDriver,
  round: RoundRecord,
  to: 'voided' | 'voiding',
  verdict: Verdict,
): Promise<Answer> {
  await moveRound(tx, round, to)
  const errorCode = verdict.kind === 'refused' ? verdict.errorCode : null
  // After the resolver gave a round up, its player is told that nothing came of it, not what the wallet said to a probe.
  const answer = refusedAnswer(driver.publicId, driver.live ? errorCode : null, { undecided: to === 'voiding' })
  return answerForGood(tx, driver, round, answer)
}

/** The debit stands and nobody waits for the box any more: give the money back, as an operation of its own. */
async function oweRefund(ctx: Context, tx: Tx, driver: DebitDriver, round: RoundRecord): Promise<void> {
  await moveRound(tx, round, 'refunding')
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

/** One click has one answer: what was stored before stands, whatever this request has heard since. */
async function answerForGood(tx: Tx, driver: DebitDriver, round: RoundRecord, answer: Answer): Promise<Answer> {
  const click = clickOf({ owner: driver.owner, game: round.game_key, clientActionId: round.client_action_id })
  if (await storeAnswerUnlessThere(tx, click, answer)) return answer
  return present(await readStoredAnswer(tx, click), 'an answer that could not be stored stands there')
}
