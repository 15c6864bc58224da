import { type Answer, readAnswerOfSubject, storeAnswerOfSubject } from '../actions/index.ts'
import { present, type Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  type Attempt,
  beginOperation,
  closeAttempt,
  type Outcome,
  queueOperation,
  type Verdict,
} from '../wallet/index.ts'
import { answerOf, orderedAnswer, refusedAnswer, undecidedAnswer } from './answers.ts'
import { notShippable } from './batch.ts'
import type { Driver } from './driver.ts'
import { type FeeVerdict, stepAfterFee, subjectOf } from './intent.ts'
import { lockIntent } from './intent-store.ts'
import { moveIntent } from './move-intent.ts'
import { placeOrder } from './place-order.ts'
import { recordFee } from './record-history.ts'
import { refundOf } from './refund.ts'
import type { IntentRecord } from './tables.ts'

/** What the player is told, and the first attempt of a refund that the request must send before it says so. */
export type AppliedFee = { answer: Answer; refund: Attempt | null }

/**
 * The second transaction of an order: records what the wallet said to its fee, and places the order, gives the fee back, or leaves it
 * as it is. What the player is told is stored for every click that is about this order, unless the fee is still undecided. The
 * resolver calls the same verb.
 */
export async function applyFeeOutcome(ctx: Context, tx: Tx, driver: Driver, outcome: Outcome): Promise<AppliedFee> {
  const verdict = await closeAttempt(ctx, tx, driver.attempt, outcome)
  const intent = present(await lockIntent(tx, driver.owner, driver.publicId), 'a fee has its intent')
  switch (stepAfterFee(intent.state, kindOf(verdict), driver)) {
    case 'order':
      return order(ctx, tx, driver, intent, verdict)
    case 'give_back':
      // Nobody waits any more, or was told before that nothing came of it.
      return oweFee(ctx, tx, driver, intent, null)
    case 'refuse':
      return refuse(tx, driver, intent, verdict)
    case 'stay':
      return { answer: (await readStored(tx, driver)) ?? undecidedAnswer(ctx.limits), refund: null }
  }
}

function kindOf(verdict: Verdict): FeeVerdict {
  if (verdict.kind === 'accepted') return 'accepted'
  return verdict.kind === 'refused' && verdict.final ? 'refused' : 'open'
}

async function order(
  ctx: Context,
  tx: Tx,
  driver: Driver,
  intent: IntentRecord,
  verdict: Verdict,
): Promise<AppliedFee> {
  const { owner, playerExternalId, publicId } = driver
  const { draft, fee_minor: amountMinor, fee_currency: currency } = intent
  const placed = await placeOrder(ctx, tx, { owner, playerExternalId, publicId, draft, fee: { amountMinor, currency } })
  if (placed.kind === 'gone') {
    const ids = draft.lines.map((line) => line.inventoryItemId)
    return oweFee(ctx, tx, driver, intent, notShippable(ids, placed.faults))
  }
  await moveIntent(tx, intent, 'ordered')
  await recordFee(ctx, tx, driver, 'settled')
  const balanceAfterMinor = verdict.kind === 'accepted' ? verdict.balanceAfterMinor : null
  return answerForGood(tx, driver, orderedAnswer(placed.shown, balanceAfterMinor))
}

async function refuse(tx: Tx, driver: Driver, intent: IntentRecord, verdict: Verdict): Promise<AppliedFee> {
  await moveIntent(tx, intent, 'refused')
  const errorCode = verdict.kind === 'refused' ? verdict.errorCode : null
  // What the wallet says to a probe is nothing that the player asked: they are told that nothing came of it.
  return answerForGood(tx, driver, refusedAnswer(driver.live ? errorCode : null))
}

/**
 * The fee is taken and there is no order for it: give it back, as an operation of its own. The request that waits sends it first;
 * otherwise the resolver does.
 */
async function oweFee(
  ctx: Context,
  tx: Tx,
  driver: Driver,
  intent: IntentRecord,
  refusal: Refusal | null,
): Promise<AppliedFee> {
  await moveIntent(tx, intent, 'no_order')
  const { operator, owner, playerExternalId, publicId } = driver
  const fee = { amountMinor: intent.fee_minor, currency: intent.fee_currency }
  const movement = refundOf(owner, playerExternalId, publicId, fee)
  const { answer } = await answerForGood(tx, driver, refusal ? answerOf(refusal) : refusedAnswer(null))
  if (driver.live) return { answer, refund: await beginOperation(ctx, tx, operator, movement) }
  await queueOperation(ctx, tx, movement)
  return { answer, refund: null }
}

/** The first answer stands: an order that was refused before is not told anew because its fee was taken late. */
/** One click has one answer: what was stored before stands, whatever this request has heard since. */
async function answerForGood(tx: Tx, driver: Driver, answer: Answer): Promise<AppliedFee> {
  await storeAnswerOfSubject(tx, subjectOf(driver.owner, driver.publicId), answer)
  return { answer: present(await readStored(tx, driver), 'a stored answer stands there'), refund: null }
}

function readStored(tx: Tx, { owner, publicId }: Driver): Promise<Answer | null> {
  return readAnswerOfSubject(tx, subjectOf(owner, publicId))
}
