import { type ActionAnswer, type ActionKey, beginAction, storeAnswer } from '../actions/index.ts'
import { type Owner, publicId, Refusal } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { isExcluded, lockPlayerForWork, refuseExcluded } from '../players/index.ts'
import {
  type Begun,
  beginOperation,
  driveAttempt,
  type PaidAction,
  refuseTooManyUnknown,
  runPaidAction,
} from '../wallet/index.ts'
import { draftOf, notShippable, refuseBelowMinimum } from './batch.ts'
import { fingerprintOf } from './intent.ts'
import type { Delivery, Fee, OrderDraft } from './order.ts'
import {
  answerDecidedFee,
  CREDIT_OF_ORDER,
  DEBIT_OF_ORDER,
  type FeeResult,
  orderedAnswer,
  undecidedAnswer,
} from './order-fee.ts'
import { countUndecidedIntents, findUndecidedIntent, insertIntent } from './order-store.ts'
import { placeOrder } from './place-order.ts'
import { feeFor, readBatch } from './quote-shipping.ts'
import type { IntentRecord } from './tables.ts'

/** An action that orders items, from either surface. */
export type OrderRequest = Who & {
  /** The currency that the player is charged in; null on the backend, where nobody is. */
  chargedIn: string | null
  clientActionId: string | null
  /** Each once. */
  inventoryItemIds: readonly number[]
} & Delivery

/**
 * Orders the shipping of items: all of them or none. In the game the fee of the dearest is debited once, first; the items are locked
 * when it is paid, and a fee for items that are gone by then goes back before the answer. Refuses, with no debit: SHIPPING_DISABLED,
 * INVENTORY_NOT_SHIPPABLE, SHIPMENT_BELOW_MINIMUM, UNSUPPORTED_CURRENCY, PLAYER_RESTRICTED, and WALLET_UNAVAILABLE when no wallet is
 * configured.
 */
export async function createShippingOrder(ctx: Context, request: OrderRequest): Promise<ActionAnswer> {
  const { answer, refund } = await runPaidAction(ctx, CREATE_ORDER, request)
  if (refund) await driveAttempt(ctx, CREDIT_OF_ORDER, request, refund)
  return answer
}

const CREATE_ORDER: PaidAction<OrderRequest, IntentRecord, FeeResult> = {
  ...DEBIT_OF_ORDER,
  begin,
  // A backend charges nobody. And nothing is charged after an exclusion that was not under way before it; the resolver drops such a fee.
  mayDriveOn: async (ctx, tx, { owner, chargedIn }, was) =>
    chargedIn !== null && (was.sent || !(await isExcluded(ctx, tx, owner))),
  answerDecided: (_ctx, tx, _request, intent) => answerDecidedFee(tx, intent),
  undecided: (ctx, _orderId, code) => {
    return { answer: { ...undecidedAnswer(ctx.limits, code), replayed: false }, refund: null }
  },
}

/**
 * The first transaction of an order. Orders of a player begin one after the other. A fee that is still undecided for the same items and
 * address is taken up, whoever asks; in any other case each request is an event of its own, so that shipping again after a cancel is
 * charged again. An action without an id of its own is named by its order.
 */
async function begin(ctx: Context, tx: Tx, request: OrderRequest): Promise<Begun<FeeResult>> {
  const { owner } = request
  await lockPlayerForWork(tx, owner)
  const underWay = await findUnderWay(tx, request)
  const id = underWay ?? publicId('ord', ctx)
  const key: ActionKey = { owner, kind: 'shipping', clientActionId: request.clientActionId ?? id }
  const action = await beginAction(tx, key, id, ctx.clock.now())
  if (!action.isNew && action.answer) return answered({ ...action.answer, replayed: true })
  if (!action.isNew) return { kind: 'repeat', subjectId: action.subjectId, isNew: false }
  if (underWay !== null) return { kind: 'repeat', subjectId: underWay, isNew: true }
  return beginNew(ctx, tx, request, id, key)
}

async function findUnderWay(tx: Tx, { owner, chargedIn, inventoryItemIds, address }: OrderRequest) {
  if (chargedIn === null) return null
  const intent = await findUndecidedIntent(tx, owner, fingerprintOf(inventoryItemIds, address))
  return intent?.order_public_id ?? null
}

async function beginNew(
  ctx: Context,
  tx: Tx,
  request: OrderRequest,
  id: string,
  key: ActionKey,
): Promise<Begun<FeeResult>> {
  const { operator, owner, chargedIn, inventoryItemIds: ids } = request
  if (!operator.settings.policies.shippingEnabled) throw new Refusal('SHIPPING_DISABLED')
  const batch = await readBatch(ctx, tx, operator, owner, ids)
  if (batch.faults.size > 0) throw notShippable(ids, batch.faults)
  const { minShipmentValueMinor: minimumMinor } = operator.settings.shipping
  refuseBelowMinimum(batch, minimumMinor)
  const draft = draftOf(batch, { origin: chargedIn === null ? 'backend' : 'game', minimumMinor }, request)
  const fee = chargedIn === null ? null : await feeFor(ctx, tx, operator, draft.shippingCostMinor, chargedIn)
  if (fee !== null) return beginFee(ctx, tx, request, { id, draft, fee })

  const { playerExternalId } = request
  const placed = await placeOrder(ctx, tx, { owner, playerExternalId, publicId: id, draft, fee: null })
  if (placed.kind === 'gone') throw notShippable(ids, placed.faults)
  const answer = orderedAnswer(placed.shown, null)
  storeAnswer(tx, key, answer)
  return answered({ ...answer, replayed: false })
}

function answered(answer: ActionAnswer): Begun<FeeResult> {
  return { kind: 'answer', result: { answer, refund: null } }
}

type NewFee = { id: string; draft: OrderDraft; fee: Fee }

/** Records the fee and its first attempt. The order has its id, everything of it is frozen, and no item is locked. */
async function beginFee(
  ctx: Context,
  tx: Tx,
  request: OrderRequest,
  { id, draft, fee }: NewFee,
): Promise<Begun<FeeResult>> {
  const { operator, owner, playerExternalId, inventoryItemIds, address } = request
  if (operator.settings.wallet.url === '') throw new Refusal('WALLET_UNAVAILABLE')
  await refuseExcluded(ctx, tx, owner)
  await refuseTooManyUnknown(ctx, tx, operator, owner)
  await refuseTooManyUndecided(ctx, tx, owner)
  await insertIntent(tx, {
    operator_id: owner.operatorId,
    order_public_id: id,
    player_id: owner.playerId,
    fingerprint: fingerprintOf(inventoryItemIds, address),
    state: 'undecided',
    fee_minor: fee.amountMinor,
    fee_currency: fee.currency,
    draft,
    created_at: ctx.clock.now(),
  })
  const attempt = await beginOperation(ctx, tx, operator, {
    owner,
    playerExternalId,
    kind: 'shipping_debit',
    subjectId: id,
    idempotencyKey: DEBIT_OF_ORDER.keyOf(request, id),
    amountMinor: fee.amountMinor,
    currency: fee.currency,
    reference: { kind: 'shipping', orderPublicId: id },
  })
  return { kind: 'send', attempt, subjectId: id }
}

/** One item may be asked for with many addresses at once, and no call of the wallet may be kept from others that way. */
async function refuseTooManyUndecided(ctx: Context, tx: Tx, owner: Owner): Promise<void> {
  if ((await countUndecidedIntents(tx, owner)) < ctx.limits.undecidedFeesCount) return
  throw new Refusal('WALLET_UNAVAILABLE', { retryAfterSeconds: ctx.limits.tooManyUnknownRetrySeconds })
}
