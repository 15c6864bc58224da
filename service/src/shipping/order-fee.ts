import { ERRORS } from '@coffer/contract/errors'
import { walletKey } from '@coffer/contract/keys'
import type { BackendOrder } from '@coffer/contract/shipping'
import {
  type ActionAnswer,
  type ActionsOf,
  type Answer,
  answerAllForGood,
  readAnswerOfSubject,
} from '../actions/index.ts'
import { assert, assertMove, type Limits, ownerOf, present, type Refusal } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  appendHistory,
  beginOperation,
  type End,
  type Flow,
  findLatestOperation,
  type Movement,
  queueOperation,
  refusalOf,
  type Sending,
  type UndecidedCode,
  type Verdict,
} from '../wallet/index.ts'
import { notShippable } from './batch.ts'
import { type FeeVerdict, feeHash, INTENT_MOVES, type IntentState, stepAfterFee } from './intent.ts'
import type { Fee } from './order.ts'
import { lockIntent, updateIntent } from './order-store.ts'
import { placeOrder } from './place-order.ts'
import type { IntentRecord, OrderRecord } from './tables.ts'

/** The player's answer, and the first attempt of a refund that the request must send before it says so. */
export type FeeResult = { answer: ActionAnswer; refund: Sending | null }

/**
 * The fee of an order. Accepted while its player waits, the items are locked and the order is placed; else the fee goes back. What the
 * player is answered is stored for every action that is about this order, unless the fee is still undecided.
 */
export const DEBIT_OF_ORDER: Flow<IntentRecord, FeeResult> = {
  name: 'create-order',
  kind: 'shipping_debit',
  keyOf: ({ owner, playerExternalId }, orderPublicId) =>
    walletKey.shippingFee(feeHash(owner.operatorId, playerExternalId, orderPublicId)),
  lock: async (tx, owner, orderPublicId) => present(await lockIntent(tx, owner, orderPublicId), 'a fee has its intent'),
  isWaiting: (intent) => intent.state === 'undecided',
  apply: applyDebit,
  giveUp: async (_ctx, tx, _who, intent, was) => {
    // One that was sent is asked about, and goes back when it was taken (money protocol §6).
    if (was.sent) return
    await moveIntent(tx, intent, 'refused')
    await answerAllForGood(tx, actionsOf(intent), refusedAnswer(null))
  },
}

/** Idempotency keys of the debit and the refund of an order's fee; none when the player was charged nothing. */
export function feeKeysOf(order: Pick<OrderRecord, 'operator_id' | 'player_external_id' | 'public_id' | 'fee_minor'>) {
  const { operator_id: operatorId, player_external_id: playerExternalId, public_id: publicId } = order
  if (order.fee_minor === null) return []
  return [walletKey.shippingFee(feeHash(operatorId, playerExternalId, publicId)), walletKey.refundShipping(publicId)]
}

async function applyDebit(ctx: Context, tx: Tx, end: End<IntentRecord>): Promise<FeeResult> {
  const { subject: intent, verdict } = end
  switch (stepAfterFee(intent.state, kindOf(verdict), end)) {
    case 'order':
      return order(ctx, tx, end)
    case 'give_back':
      // Nobody waits any more, or the answer was before that nothing came of it.
      return oweFee(ctx, tx, end, null)
    case 'refuse':
      await moveIntent(tx, intent, 'refused')
      // What the wallet says to a probe is nothing that the player asked: the answer is that nothing came of it.
      return forGood(tx, intent, refusedAnswer(end.live && verdict.kind === 'refused' ? verdict.errorCode : null))
    case 'stay':
      return feeResult((await readAnswerOfSubject(tx, actionsOf(intent))) ?? undecidedAnswer(ctx.limits))
  }
}

function kindOf(verdict: Verdict): FeeVerdict {
  if (verdict.kind === 'accepted') return 'accepted'
  return verdict.kind === 'refused' && verdict.final ? 'refused' : 'open'
}

async function order(ctx: Context, tx: Tx, end: End<IntentRecord>): Promise<FeeResult> {
  const { who, subject: intent, verdict } = end
  const { draft, order_public_id: publicId } = intent
  const { owner, playerExternalId } = who
  const placed = await placeOrder(ctx, tx, { owner, playerExternalId, publicId, draft, fee: feeOf(intent) })
  if (placed.kind === 'gone') {
    const ids = draft.lines.map((line) => line.inventoryItemId)
    return oweFee(ctx, tx, end, notShippable(ids, placed.faults))
  }
  await moveIntent(tx, intent, 'ordered')
  await recordFee(ctx, tx, who, publicId, 'settled')
  const balanceAfterMinor = verdict.kind === 'accepted' ? verdict.balanceAfterMinor : null
  return forGood(tx, intent, orderedAnswer(placed.shown, balanceAfterMinor))
}

/**
 * The fee is taken and there is no order for it: give it back, as an operation of its own. The request that waits sends it first;
 * otherwise the resolver does.
 */
async function oweFee(
  ctx: Context,
  tx: Tx,
  { who, subject: intent, live }: End<IntentRecord>,
  refusal: Refusal | null,
): Promise<FeeResult> {
  await moveIntent(tx, intent, 'no_order')
  const { order_public_id: subjectId } = intent
  const movement = refundOfOrder(who, subjectId, feeOf(intent))
  const result = await forGood(tx, intent, refusal ? answerOf(refusal) : refusedAnswer(null))
  if (live) {
    const attempt = await beginOperation(ctx, tx, who.operator, movement)
    return { ...result, refund: { subjectId, attempt } }
  }
  await queueOperation(ctx, tx, movement)
  return result
}

const feeOf = (intent: IntentRecord) => ({ amountMinor: intent.fee_minor, currency: intent.fee_currency })

/** The first answer stands: an order that was refused before is not answered anew because its fee was taken late. */
async function forGood(tx: Tx, intent: IntentRecord, answer: Answer): Promise<FeeResult> {
  return feeResult(await answerAllForGood(tx, actionsOf(intent), answer))
}

function feeResult(answer: Answer): FeeResult {
  return { answer: { ...answer, replayed: false }, refund: null }
}

/** What the actions that order something are about: the order, also while there is none yet. */
function actionsOf(intent: IntentRecord): ActionsOf {
  const owner = ownerOf(intent)
  return { owner, kind: 'shipping', subjectId: intent.order_public_id }
}

/** Moves a locked intent by the transition table. */
async function moveIntent(tx: Tx, intent: IntentRecord, to: IntentState): Promise<void> {
  assertMove(INTENT_MOVES, intent.state, to)
  assert(await updateIntent(tx, intent, to), 'a locked intent moves')
}

/** Answers a repeat about a fee that is decided, and every action about its order that has no answer yet. */
export async function answerDecidedFee(tx: Tx, intent: IntentRecord): Promise<FeeResult> {
  const actions = actionsOf(intent)
  const answer = present(await readAnswerOfSubject(tx, actions), 'an intent that is decided is answered')
  await answerAllForGood(tx, actions, answer)
  return { answer: { ...answer, replayed: true }, refund: null }
}

/** The order that was placed. The server completes the `error` of the other answers with words and the request id. */
export function orderedAnswer(order: BackendOrder, balanceAfterMinor: number | null): Answer {
  return { status: 201, body: { order, balanceAfterMinor } }
}

/** The wallet said no, or nobody knows who asked any more: no order, and nothing is charged in the end. Final. */
function refusedAnswer(errorCode: string | null): Answer {
  const refusal = refusalOf(errorCode)
  return { status: ERRORS[refusal.code].status, body: { error: refusal } }
}

/** Nobody knows yet: the same items to the same address resume it. Never stored. */
export function undecidedAnswer(limits: Limits, code: UndecidedCode = 'WALLET_UNAVAILABLE'): Answer {
  return {
    status: ERRORS[code].status,
    body: { error: { code } },
    retryAfterSeconds: limits.undecidedRetrySeconds,
  }
}

/** A refusal as an answer that is stored. */
function answerOf({ code, status, details }: Refusal): Answer {
  return { status, body: { error: { code, ...details } } }
}

/**
 * The credit of a fee that goes back: it is owed, so that no refusal ends it, and it is sent until it is accepted. Its first attempt is
 * sent by the request that owes it. Comes to the player's balance after an accepted one.
 */
export const CREDIT_OF_ORDER: Flow<IntentRecord, number | null> = {
  name: 'cancel-order',
  kind: 'shipping_refund',
  keyOf: (_who, orderPublicId) => walletKey.refundShipping(orderPublicId),
  lock: async (tx, owner, orderPublicId) => present(await lockIntent(tx, owner, orderPublicId), 'a fee has its intent'),
  isWaiting: () => true,
  isOwed: () => true,
  apply: applyRefund,
}

/** The credit that gives a shipping fee back, once, whoever owes it: a cancelled order, or a fee without one. */
export function refundOfOrder(
  { owner, playerExternalId }: Omit<Who, 'operator'>,
  orderPublicId: string,
  fee: Fee,
): Movement {
  return {
    owner,
    playerExternalId,
    kind: 'shipping_refund',
    subjectId: orderPublicId,
    idempotencyKey: walletKey.refundShipping(orderPublicId),
    amountMinor: fee.amountMinor,
    currency: fee.currency,
    reference: { kind: 'refund', orderPublicId },
  }
}

async function applyRefund(ctx: Context, tx: Tx, { who, subject, operationBefore, verdict }: End<IntentRecord>) {
  if (verdict.kind !== 'accepted') return null
  if (operationBefore.state === 'accepted') return verdict.balanceAfterMinor
  const { order_public_id: publicId } = subject
  if (subject.state === 'no_order') await recordFee(ctx, tx, who, publicId, 'voided')
  await recordRefund(ctx, tx, who, publicId)
  return verdict.balanceAfterMinor
}

/** The fee of an order; `voided` when there never was one for it. */
function recordFee(ctx: Context, tx: Tx, who: Who, orderPublicId: string, status: 'settled' | 'voided'): Promise<void> {
  return record(ctx, tx, who, orderPublicId, { flow: DEBIT_OF_ORDER, type: 'shipping', status })
}

/** A fee that went back. */
function recordRefund(ctx: Context, tx: Tx, who: Who, orderPublicId: string): Promise<void> {
  return record(ctx, tx, who, orderPublicId, { flow: CREDIT_OF_ORDER, type: 'refund', status: 'settled' })
}

type Line = {
  flow: Pick<typeof CREDIT_OF_ORDER, 'keyOf'>
  type: 'shipping' | 'refund'
  status: 'settled' | 'voided'
}

async function record(
  ctx: Context,
  tx: Tx,
  who: Who,
  orderPublicId: string,
  { flow, type, status }: Line,
): Promise<void> {
  const { owner, playerExternalId } = who
  const found = await findLatestOperation(tx, owner.operatorId, flow.keyOf(who, orderPublicId))
  const operation = present(found, 'what is recorded was moved')
  appendHistory(tx, {
    owner,
    playerExternalId,
    type,
    operation,
    orderPublicId,
    currency: operation.currency,
    status,
    occurredAt: operation.closed_at ?? ctx.clock.now(),
  })
}
