import { walletKey } from '@coffer/contract/keys'
import { RATE_OF_ONE, type Rate } from '@coffer/contract/rates'
import type { CashedBackItem } from '@coffer/contract/shapes'
import { type CatalogueItem, itemsByIds } from '../catalog/index.ts'
import { assert, type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import {
  type Attempt,
  appendHistory,
  beginOperation,
  closeAttempt,
  dropUnsent,
  findOperation,
  listAttempts,
  type Outcome,
  recordNextAttempt,
  refusalOf,
  sendAttempt,
  waitForOperation,
} from '../wallet/index.ts'
import { type Cashback, convertCashback } from './cashback.ts'
import { type CreditColumns, findItem, type InventoryRecord, lockItem, moveItem, NO_CREDIT } from './store.ts'
import { cashbackNow, cashbackRefused, cashedBackItem, valueNow } from './view.ts'

export type CashBack = {
  operator: Operator
  owner: Owner
  playerExternalId: string
  inventoryItemId: number
  /** The currency to credit. */
  currency: string
  /** Counts for collectibles only. */
  expectedRevisionId: number | null
}

export type CashBackAnswer = { item: CashedBackItem; balanceAfterMinor: number | null }

type Begun =
  | { kind: 'done'; answer: CashBackAnswer }
  | { kind: 'busy'; operationId: number }
  | { kind: 'send'; attempt: Attempt }

/** When the request came, and the operation that it has waited for. */
type Waiter = { startedAt: Date; waitedFor: number | null }

/**
 * Pays the Credits part of an item to the wallet and turns the item to `cashed_back`. The item is locked while the credit is
 * undecided; a repeat resumes the same credit with the same bytes. Refuses with INVENTORY_ITEM_NOT_FOUND, CASHBACK_NOT_AVAILABLE,
 * PRICE_CHANGED, UNSUPPORTED_CURRENCY, or the wallet's code.
 */
export async function cashBackItem(ctx: Context, input: CashBack): Promise<CashBackAnswer> {
  const { operatorId } = input.operator
  const startedAt = ctx.clock.now()
  const begun = await ctx.tx(operatorId, (tx) => begin(ctx, tx, input, { startedAt, waitedFor: null }))
  if (begun.kind === 'done') return begun.answer
  if (begun.kind === 'send') return drive(ctx, input, begun.attempt)

  await waitForOperation(ctx, operatorId, begun.operationId)
  const waiter = { startedAt, waitedFor: begun.operationId }
  const again = await ctx.tx(operatorId, (tx) => begin(ctx, tx, input, waiter))
  if (again.kind === 'done') return again.answer
  throw undecided(ctx)
}

/** Locks in the order of the house: an operation before the item that it credits. */
async function begin(ctx: Context, tx: Tx, input: CashBack, waiter: Waiter): Promise<Begun> {
  const seen = await findItem(tx, input.owner, input.inventoryItemId)
  if (!seen) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
  if (seen.state === 'crediting') return resume(ctx, tx, input, seen, waiter)
  const item = present(await lockItem(tx, input.owner, input.inventoryItemId), 'an item is never deleted')
  if (item.state === 'crediting') return { kind: 'busy', operationId: operationOf(item) }
  if (item.state === 'cashed_back') return repeat(ctx, tx, input, item, waiter)
  if (waiter.waitedFor !== null) return refuseLike(tx, input, waiter.waitedFor)
  return beginCredit(ctx, tx, input, item)
}

async function beginCredit(ctx: Context, tx: Tx, input: CashBack, item: InventoryRecord): Promise<Begun> {
  const catalogueItem = (await itemsByIds(tx, item.operator_id, [item.item_id])).get(item.item_id)
  refuseWhenNotOffered(input, item, catalogueItem)
  const rate = await rateFor(tx, input.operator, item.currency, input.currency)
  const credit = convertCashback(cashbackNow(item, catalogueItem), rate, item.currency, input.currency)
  if (credit.creditsMinor === 0) return settleNothing(ctx, tx, input, item, credit)
  if (input.operator.settings.wallet.url === '') throw new Refusal('WALLET_UNAVAILABLE')
  const attempt = await beginOperation(ctx, tx, input.operator, movementOf(input, item, credit))
  await move(tx, item, 'crediting', {
    ...creditColumns(credit, input.currency),
    credit_operation_id: attempt.operationId,
  })
  return { kind: 'send', attempt }
}

function movementOf(input: CashBack, item: InventoryRecord, credit: Cashback) {
  return {
    owner: input.owner,
    playerExternalId: input.playerExternalId,
    kind: 'cashback_credit' as const,
    subjectId: String(item.inventory_item_id),
    idempotencyKey: walletKey.cashBackItem(item.inventory_item_id),
    direction: 'credit' as const,
    amountMinor: credit.creditsMinor,
    currency: input.currency,
    reference: {
      kind: 'cashback' as const,
      itemId: item.item_id,
      itemName: item.name,
      basisMinor: credit.basisMinor,
      creditsMinor: credit.creditsMinor,
      uncredited: credit.uncredited,
    },
  }
}

/** A wallet is never called for nothing: an item that pays 0 is cashed back at once. */
async function settleNothing(
  ctx: Context,
  tx: Tx,
  input: CashBack,
  item: InventoryRecord,
  credit: Cashback,
): Promise<Begun> {
  await move(tx, item, 'cashed_back', creditColumns(credit, input.currency))
  return { kind: 'done', answer: await answerOf(ctx, tx, input, null) }
}

/** The credit of this item is undecided: drive it on, unless another request does. */
async function resume(ctx: Context, tx: Tx, input: CashBack, item: InventoryRecord, waiter: Waiter): Promise<Begun> {
  const operationId = operationOf(item)
  if (waiter.waitedFor === operationId) throw undecided(ctx)
  const attempt = await recordNextAttempt(ctx, tx, input.operator, operationId)
  return attempt === 'busy' || attempt === 'closed' ? { kind: 'busy', operationId } : { kind: 'send', attempt }
}

/** Requests that waited for, or were told 503 about, the credit that did it get its answer; others are told it is gone. */
async function repeat(ctx: Context, tx: Tx, input: CashBack, item: InventoryRecord, waiter: Waiter): Promise<Begun> {
  if (item.credit_operation_id !== null) {
    const operation = present(
      await findOperation(tx, item.operator_id, item.credit_operation_id),
      'the operation exists',
    )
    const attempts = await listAttempts(tx, item.operator_id, operation.operation_id)
    const waited = operation.closed_at !== null && operation.closed_at >= waiter.startedAt
    if (waited || attempts.length > 1) {
      return { kind: 'done', answer: await answerOf(ctx, tx, input, operation.balance_after_minor) }
    }
  }
  throw new Refusal('CASHBACK_NOT_AVAILABLE', { state: 'cashed_back' })
}

function operationOf(item: InventoryRecord): number {
  return present(item.credit_operation_id, 'an item being credited has its operation')
}

/** The credit that this request waited for did not happen: it is told what the one that drove it was told. */
async function refuseLike(tx: Tx, input: CashBack, operationId: number): Promise<never> {
  const operation = present(await findOperation(tx, input.operator.operatorId, operationId), 'the operation exists')
  if (operation.state !== 'refused') throw new Refusal('WALLET_UNAVAILABLE')
  throw walletRefusal(operation.error_code)
}

function refuseWhenNotOffered(input: CashBack, item: InventoryRecord, catalogueItem: CatalogueItem | undefined): void {
  if (cashbackRefused(item, input.operator)) throw new Refusal('CASHBACK_NOT_AVAILABLE', { state: item.state })
  const revisionId = catalogueItem?.revisionId ?? item.won_revision_id
  if (!item.is_collectible || input.expectedRevisionId === null || input.expectedRevisionId === revisionId) return
  const cashback = cashbackNow(item, catalogueItem)
  throw new Refusal('PRICE_CHANGED', {
    current: {
      revisionId,
      valueMinor: valueNow(item, catalogueItem),
      cashbackMinor: cashback.creditsMinor,
      cashbackUncredited: cashback.uncredited,
      currency: item.currency,
    },
  })
}

async function drive(ctx: Context, input: CashBack, attempt: Attempt): Promise<CashBackAnswer> {
  await ctx.points.at('cash-back:attempt-recorded')
  const outcome = await sendAttempt(ctx, input.operator, attempt)
  await ctx.points.at('cash-back:replied')
  const applied = await ctx.tx(input.operator.operatorId, (tx) =>
    applyCashbackOutcome(ctx, tx, input, attempt, outcome),
  )
  await ctx.points.at('cash-back:applied')
  if (applied instanceof Refusal) throw applied
  return applied
}

/**
 * What a wallet's answer does to an item being credited: accepted → cashed back; finally refused, or never sent at all → free
 * again; anything else leaves it locked, and the credit is rolled forward. A refusal is returned, so that what it wrote is kept.
 */
export async function applyCashbackOutcome(
  ctx: Context,
  tx: Tx,
  input: CashBack,
  attempt: Attempt,
  outcome: Outcome,
): Promise<CashBackAnswer | Refusal> {
  const verdict = await closeAttempt(ctx, tx, attempt, outcome)
  const item = present(await lockItem(tx, input.owner, input.inventoryItemId), 'the item exists')
  const ours = item.state === 'crediting' && item.credit_operation_id === attempt.operationId
  if (verdict.kind === 'accepted') {
    if (ours) await cashedBack(ctx, tx, input, item)
    return answerOf(ctx, tx, input, verdict.balanceAfterMinor)
  }
  if (verdict.kind === 'refused' && verdict.final) {
    if (ours) await move(tx, item, 'unresolved', NO_CREDIT)
    return walletRefusal(verdict.errorCode)
  }
  if (verdict.kind === 'never_sent' && ours && (await dropUnsent(ctx, tx, attempt.operatorId, attempt.operationId))) {
    await move(tx, item, 'unresolved', NO_CREDIT)
    return new Refusal('WALLET_UNAVAILABLE')
  }
  return undecided(ctx)
}

async function cashedBack(ctx: Context, tx: Tx, input: CashBack, item: InventoryRecord): Promise<void> {
  await move(tx, item, 'cashed_back', {})
  const operation = present(await findOperation(tx, item.operator_id, operationOf(item)), 'the operation exists')
  await appendHistory(tx, {
    owner: input.owner,
    playerExternalId: input.playerExternalId,
    type: 'cashback',
    operation,
    inventoryItemId: item.inventory_item_id,
    roundPublicId: item.round_public_id,
    currency: operation.currency,
    status: 'settled',
    occurredAt: operation.closed_at ?? ctx.clock.now(),
  })
}

function undecided(ctx: Context): Refusal {
  return new Refusal('WALLET_UNAVAILABLE', { retryAfterSeconds: ctx.limits.undecidedRetrySeconds })
}

function walletRefusal(errorCode: string | null): Refusal {
  const { code, walletErrorCode } = refusalOf(errorCode)
  return new Refusal(code, walletErrorCode === undefined ? {} : { walletErrorCode })
}

function creditColumns(credit: Cashback, currency: string): Omit<CreditColumns, 'credit_operation_id'> {
  return {
    credit_currency: currency,
    credits_minor: credit.creditsMinor,
    basis_minor: credit.basisMinor,
    price_fall_minor: credit.uncredited.priceFallMinor,
    price_rise_minor: credit.uncredited.priceRiseMinor,
    credits_share_minor: credit.uncredited.creditsShareMinor,
  }
}

async function move(
  tx: Tx,
  item: InventoryRecord,
  to: 'crediting' | 'cashed_back' | 'unresolved',
  credit: Partial<CreditColumns>,
) {
  const owner = { operatorId: item.operator_id, playerId: item.player_id }
  assert(await moveItem(tx, owner, item.inventory_item_id, item.state, to, credit), 'a locked item moves')
}

async function answerOf(
  ctx: Context,
  tx: Tx,
  input: CashBack,
  balanceAfterMinor: number | null,
): Promise<CashBackAnswer> {
  const item = present(await lockItem(tx, input.owner, input.inventoryItemId), 'the item exists')
  const currency = present(item.credit_currency, 'an item that is cashed back knows the currency of its credit')
  const rate = await shownRate(tx, input.operator, item.currency, currency)
  const catalogueItem = (await itemsByIds(tx, item.operator_id, [item.item_id])).get(item.item_id)
  const showing = { operator: input.operator, baseUrl: ctx.config.baseUrl, catalogueItem, into: { currency, rate } }
  return { item: cashedBackItem(item, showing), balanceAfterMinor }
}

function shownRate(tx: Tx, operator: Operator, from: string, to: string): Promise<Rate> {
  return from === to ? Promise.resolve(RATE_OF_ONE) : rateFor(tx, operator, from, to)
}
