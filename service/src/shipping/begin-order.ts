import { walletKey } from '@coffer/contract/keys'
import { type Answer, beginAction, readAnswerOfSubject, storeAnswer, storeAnswerUnlessThere } from '../actions/index.ts'
import { assert, type Owner, present, publicId, Refusal } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { isExcluded, lockTurn, refuseExcluded } from '../players/index.ts'
import {
  type Attempt,
  beginOperation,
  findLatestOperation,
  isHeldBack,
  listAttempts,
  lockOperation,
  nothingWasSent,
  recordNextAttempt,
  refuseTooManyUnknown,
  undecidedCode,
} from '../wallet/index.ts'
import { orderedAnswer, undecidedAnswer } from './answers.ts'
import { draftOf, notShippable, refuseBelowMinimum } from './batch.ts'
import { feeHash, fingerprintOf, subjectOf } from './intent.ts'
import { countUndecidedIntents, findUndecidedIntent, insertIntent, lockIntent } from './intent-store.ts'
import type { Delivery, Fee, OrderDraft } from './order.ts'
import { placeOrder } from './place-order.ts'
import { feeFor, readBatch } from './read-batch.ts'

/** A click that orders items, from either surface. */
export type OrderRequest = Who & {
  /** The currency that the player is charged in; null on the backend, where nobody is. */
  chargedIn: string | null
  clientActionId: string | null
  /** Each once. */
  inventoryItemIds: readonly number[]
} & Delivery

export type BegunOrder =
  | { kind: 'answer'; answer: Answer; replayed: boolean }
  | { kind: 'busy'; operationId: number; publicId: string }
  | { kind: 'send'; attempt: Attempt; publicId: string }

/**
 * The first transaction of an order. Orders of a player begin one after the other. A fee that is still undecided for the same items and
 * address is taken up, whoever asks; in any other case each request is an event of its own, so that shipping again after a cancel is
 * charged again. A click without an id of its own is named by its order.
 */
export async function beginOrder(ctx: Context, tx: Tx, request: OrderRequest): Promise<BegunOrder> {
  const { owner } = request
  await lockTurn(tx, owner)
  const underWay = await findUnderWay(tx, request)
  const id = underWay ?? publicId('ord', ctx.random)
  const click = { owner, kind: 'shipping' as const, clientActionId: request.clientActionId ?? id }
  const action = await beginAction(tx, click, id, ctx.clock.now())
  if (!action.isNew && action.answer) return { kind: 'answer', answer: action.answer, replayed: true }
  if (!action.isNew || underWay !== null) {
    const subjectId = action.isNew ? id : action.subjectId
    const resumed = await resume(ctx, tx, request, subjectId)
    if (resumed.kind === 'answer' && resumed.replayed) await storeAnswerUnlessThere(tx, click, resumed.answer)
    return resumed
  }
  const begun = await beginNew(ctx, tx, request, id)
  if (begun.kind === 'answer') await storeAnswer(tx, click, begun.answer)
  return begun
}

async function findUnderWay(tx: Tx, { owner, chargedIn, inventoryItemIds, address }: OrderRequest) {
  if (chargedIn === null) return null
  const intent = await findUndecidedIntent(tx, owner, fingerprintOf(inventoryItemIds, address))
  return intent?.order_public_id ?? null
}

/** Locks in the order of the house: an operation before the intent that it pays. */
async function resume(ctx: Context, tx: Tx, request: OrderRequest, id: string): Promise<BegunOrder> {
  const { operator, owner } = request
  const debit = await findLatestOperation(tx, owner.operatorId, 'shipping_debit', id)
  const { operation_id: operationId } = present(debit, 'an order without an answer has a fee')
  const code = await undecidedCode(tx, owner.operatorId, operationId)
  const undecided: BegunOrder = { kind: 'answer', answer: undecidedAnswer(ctx.limits, code), replayed: false }
  await lockOperation(tx, owner.operatorId, operationId)
  const intent = present(await lockIntent(tx, owner, id), 'a fee has its intent')
  if (intent.state !== 'undecided') {
    const answer = await readAnswerOfSubject(tx, subjectOf(owner, id))
    return { kind: 'answer', answer: present(answer, 'an intent that is decided is answered'), replayed: true }
  }
  if (request.chargedIn === null || (await isHeldBack(ctx, tx, operator, operationId))) return undecided
  if (await wouldBeginToSpend(ctx, tx, owner, operationId)) return undecided
  const attempt = await recordNextAttempt(ctx, tx, operator, operationId)
  assert(attempt !== 'closed', 'the fee of an undecided intent is open')
  return attempt === 'busy' ? { kind: 'busy', operationId, publicId: id } : { kind: 'send', attempt, publicId: id }
}

/** Nothing is charged after an exclusion that was not under way before it; the resolver drops such a fee. */
async function wouldBeginToSpend(ctx: Context, tx: Tx, owner: Owner, operationId: number): Promise<boolean> {
  if (!nothingWasSent(await listAttempts(tx, owner.operatorId, operationId))) return false
  return isExcluded(ctx, tx, owner)
}

async function beginNew(ctx: Context, tx: Tx, request: OrderRequest, id: string): Promise<BegunOrder> {
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
  return { kind: 'answer', answer: orderedAnswer(placed.shown, null), replayed: false }
}

type Asked = { id: string; draft: OrderDraft; fee: Fee }

/** Records the fee and its first attempt. The order has its id, everything of it is frozen, and no item is locked. */
async function beginFee(ctx: Context, tx: Tx, request: OrderRequest, { id, draft, fee }: Asked): Promise<BegunOrder> {
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
    idempotencyKey: walletKey.shippingFee(feeHash(owner.operatorId, playerExternalId, id)),
    direction: 'debit',
    amountMinor: fee.amountMinor,
    currency: fee.currency,
    reference: { kind: 'shipping', orderPublicId: id },
  })
  return { kind: 'send', attempt, publicId: id }
}

/** One item may be asked for with many addresses at once, and no call of the wallet may be kept from others that way. */
async function refuseTooManyUndecided(ctx: Context, tx: Tx, owner: Owner): Promise<void> {
  if ((await countUndecidedIntents(tx, owner)) < ctx.limits.undecidedFeesCount) return
  throw new Refusal('WALLET_UNAVAILABLE', { retryAfterSeconds: ctx.limits.tooManyUnknownRetrySeconds })
}
