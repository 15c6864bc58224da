import { walletKey } from '@coffer/contract/keys'
import { readRate } from '@coffer/contract/rates'
import type { CashedBackItem } from '@coffer/contract/shapes'
import { assert, assertMove, ownerOf, present, Refusal } from '../kernel/index.ts'
import type { Operator, Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  appendHistory,
  type Begun,
  beginOperation,
  type End,
  type Flow,
  findOperation,
  listAttempts,
  listConflicts,
  type OperationRow,
  type PaidAction,
  refusalOf,
  runPaidAction,
  type UndecidedCode,
} from '../wallet/index.ts'
import { ITEM_MOVES } from './item.ts'
import { creditMovement, offerCashback } from './offer-cashback.ts'
import { type CreditColumns, findItem, type InventoryRecord, lockItem, moveItem, NO_CREDIT } from './store.ts'
import { valueItems } from './valuation.ts'
import { cashedBackItem } from './view.ts'

/** A request to cash an item back, from either surface. */
export type CashBack = Who & {
  inventoryItemId: number
  /** The currency to credit. */
  currency: string
  /** Counts for collectibles only. */
  expectedRevisionId: number | null
}

export type CashBackAnswer = { item: CashedBackItem; balanceAfterMinor: number | null }

/** A refusal is a value here, so that what was written before it is kept. */
type Result = CashBackAnswer | Refusal

/**
 * Pays the Credits part of an item to the wallet and turns the item to `cashed_back`. The item is locked while the credit is
 * undecided; a repeat resumes the same credit with the same bytes. Refuses with INVENTORY_ITEM_NOT_FOUND, CASHBACK_NOT_AVAILABLE,
 * CASHBACK_ABOVE_LIMIT, PRICE_CHANGED, UNSUPPORTED_CURRENCY, or the wallet's code.
 */
export async function cashBackItem(ctx: Context, input: CashBack): Promise<CashBackAnswer> {
  const request = { ...input, startedAt: ctx.clock.now() }
  const result = await runPaidAction(ctx, CASH_BACK, request).catch(alerting(ctx, input))
  if (result instanceof Refusal) throw result
  return result
}

/** The credit of an item that is cashed back: accepted, it is paid; finally refused, or never sent at all, the item is free again. */
export const CREDIT_OF_ITEM: Flow<InventoryRecord, Result> = {
  name: 'cash-back',
  kind: 'cashback_credit',
  keyOf: (_who, itemId) => walletKey.cashBackItem(Number(itemId)),
  lock: async (tx, owner, itemId) => present(await lockItem(tx, owner, Number(itemId)), 'an item is never deleted'),
  isWaiting: (item, operation) => item.state === 'crediting' && item.credit_operation_id === operation.operation_id,
  apply,
}

/** A cashback that is asked for, and since when its answer is waited for. */
type Request = CashBack & { startedAt: Date }

const CASH_BACK: PaidAction<Request, InventoryRecord, Result> = {
  ...CREDIT_OF_ITEM,
  begin,
  answerDecided: (ctx, tx, request, item, operation) => decided(ctx, tx, request, item, operation),
  undecided: (ctx, _itemId, code) => undecided(ctx, code),
}

/** Staff hear of a cashback that is above the limit: the value of its item may be wrong. */
function alerting(ctx: Context, { operator: { operatorId }, inventoryItemId }: CashBack) {
  return (thrown: unknown): never => {
    if (thrown instanceof Refusal && thrown.code === 'CASHBACK_ABOVE_LIMIT') {
      ctx.alerts.raise('cashback_above_limit', { operatorId, inventoryItemId })
    }
    throw thrown
  }
}

async function begin(ctx: Context, tx: Tx, request: Request): Promise<Begun<Result>> {
  const { owner, inventoryItemId } = request
  const subjectId = String(inventoryItemId)
  const seen = await findItem(tx, owner, inventoryItemId)
  if (!seen) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
  if (seen.state === 'crediting') return { kind: 'repeat', subjectId, isNew: false }
  const item = await CREDIT_OF_ITEM.lock(tx, owner, subjectId)
  if (item.state === 'crediting') return { kind: 'wait', operationId: operationOf(item), subjectId }
  if (item.state === 'disputed' || item.state === 'cashed_back')
    return { kind: 'answer', result: await decided(ctx, tx, request, item, null) }
  return beginCredit(ctx, tx, request, item)
}

async function beginCredit(ctx: Context, tx: Tx, input: CashBack, item: InventoryRecord): Promise<Begun<Result>> {
  const { operator } = input
  const { credit, columns } = await offerCashback(ctx, tx, input, item)
  if (credit.creditsMinor === 0) {
    // A wallet is never called for nothing.
    const cashedBack = await move(tx, item, 'cashed_back', columns)
    return { kind: 'answer', result: await answerOf(ctx, tx, operator, cashedBack, null) }
  }
  if (operator.settings.wallet.url === '') throw new Refusal('WALLET_UNAVAILABLE')
  const attempt = await beginOperation(ctx, tx, operator, creditMovement(input, item, credit))
  await move(tx, item, 'crediting', { ...columns, credit_operation_id: attempt.operationId })
  return { kind: 'send', attempt, subjectId: String(item.inventory_item_id) }
}

/** The answer about an item that does not wait for its credit. `operation` is the one that was waited for. */
async function decided(
  ctx: Context,
  tx: Tx,
  request: Request,
  item: InventoryRecord,
  operation: OperationRow | null,
): Promise<Result> {
  if (item.state === 'cashed_back') return repeat(ctx, tx, request, item)
  // The credit did not happen: the answer is the one of whoever drove it.
  const isRefused = item.state !== 'disputed' && operation?.state === 'refused'
  return isRefused ? walletRefusal(operation.error_code) : new Refusal('WALLET_UNAVAILABLE')
}

/** Requests that waited for, or had a 503 about, the credit that did it get its answer; for others the item is gone. */
async function repeat(ctx: Context, tx: Tx, { operator, startedAt }: Request, item: InventoryRecord): Promise<Result> {
  if (item.credit_operation_id !== null) {
    const found = await findOperation(tx, item.operator_id, item.credit_operation_id)
    const operation = present(found, 'the operation exists')
    const attempts = await listAttempts(tx, item.operator_id, operation.operation_id)
    const waited = operation.closed_at !== null && operation.closed_at >= startedAt
    if (waited || attempts.length > 1) return answerOf(ctx, tx, operator, item, operation.balance_after_minor)
  }
  return new Refusal('CASHBACK_NOT_AVAILABLE', { state: 'cashed_back' })
}

/** Accepted after its operation was closed as refused, a free item is disputed; anything undecided leaves it locked, and rolls forward. */
async function apply(ctx: Context, tx: Tx, end: End<InventoryRecord>): Promise<Result> {
  const { who, subject: item, verdict } = end
  const isOurs = CREDIT_OF_ITEM.isWaiting(item, end.operationBefore)
  if (verdict.kind === 'accepted') {
    const cashedBack = isOurs ? await settle(ctx, tx, who, item, end.operation) : item
    return answerOf(ctx, tx, who.operator, cashedBack, verdict.balanceAfterMinor)
  }
  if (verdict.kind === 'conflict') {
    if (item.state === 'unresolved') await move(tx, item, 'disputed', {})
    // As every repeat is answered from now on: nothing comes of waiting for it.
    return new Refusal('WALLET_UNAVAILABLE')
  }
  if (verdict.kind === 'unknown' || !verdict.final) return undecided(ctx)
  if (isOurs) await release(tx, item)
  return verdict.kind === 'refused' ? walletRefusal(verdict.errorCode) : new Refusal('WALLET_UNAVAILABLE')
}

async function settle(
  ctx: Context,
  tx: Tx,
  who: Who,
  item: InventoryRecord,
  operation: OperationRow,
): Promise<InventoryRecord> {
  const cashedBack = await move(tx, item, 'cashed_back', {})
  appendHistory(tx, {
    owner: who.owner,
    playerExternalId: who.playerExternalId,
    type: 'cashback',
    operation,
    inventoryItemId: item.inventory_item_id,
    roundPublicId: item.round_public_id,
    currency: operation.currency,
    status: 'settled',
    occurredAt: operation.closed_at ?? ctx.clock.now(),
  })
  return cashedBack
}

/** The item is free again, unless an earlier credit of it has been paid after all. */
async function release(tx: Tx, item: InventoryRecord): Promise<void> {
  const { operator_id: operatorId, inventory_item_id: itemId } = item
  const paid = await listConflicts(tx, operatorId, [walletKey.cashBackItem(itemId)])
  await move(tx, item, paid.size > 0 ? 'disputed' : 'unresolved', NO_CREDIT)
}

/** Moves a locked item by the transition table and gives it as it is now. */
async function move(
  tx: Tx,
  item: InventoryRecord,
  to: 'crediting' | 'cashed_back' | 'unresolved' | 'disputed',
  credit: Partial<CreditColumns>,
): Promise<InventoryRecord> {
  assertMove(ITEM_MOVES, item.state, to)
  const owner = ownerOf(item)
  assert(await moveItem(tx, owner, item.inventory_item_id, item.state, to, credit), 'a locked item moves')
  return { ...item, ...credit, state: to }
}

/** The operation that credits an item. */
function operationOf(item: InventoryRecord): number {
  return present(item.credit_operation_id, 'an item being credited has its operation')
}

/** The answer of a cashback that is done, with every figure in the currency of its credit. */
async function answerOf(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  item: InventoryRecord,
  balanceAfterMinor: number | null,
): Promise<CashBackAnswer> {
  const currency = present(item.credit_currency, 'an item that is cashed back knows the currency of its credit')
  const rate = readRate(present(item.credit_rate, 'and the rate that took it there'))
  const valued = await valueItems(ctx, tx, operator, [item])
  const showing = { ...valued(item), operator, baseUrl: ctx.config.baseUrl, into: { currency, rate } }
  return { item: cashedBackItem(item, showing), balanceAfterMinor }
}

/** Nobody knows yet whether the credit was paid: the same call resumes it. */
function undecided(ctx: Context, code: UndecidedCode = 'WALLET_UNAVAILABLE'): Refusal {
  return new Refusal(code, { retryAfterSeconds: ctx.limits.undecidedRetrySeconds })
}

/** The wallet's no, in the words of the error table. */
function walletRefusal(errorCode: string | null): Refusal {
  const { code, walletErrorCode } = refusalOf(errorCode)
  return new Refusal(code, walletErrorCode === undefined ? {} : { walletErrorCode })
}
