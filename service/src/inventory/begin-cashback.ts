import { walletKey } from '@coffer/contract/keys'
import { convertFloor, formatRate, type Rate } from '@coffer/contract/rates'
import { present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import {
  type Attempt,
  beginOperation,
  findOperation,
  isHeldBack,
  listAttempts,
  recordNextAttempt,
  undecidedCode,
} from '../wallet/index.ts'
import { type Cashback, convertCashback, isAboveLimit } from './cashback.ts'
import { answerOf, move, operationOf, undecided, walletRefusal } from './cashback-answer.ts'
import type { CashBack, CashBackAnswer } from './cashback-call.ts'
import { type CreditColumns, findItem, type InventoryRecord, lockItem } from './store.ts'
import { isPayable, valueNow } from './valuation.ts'
import { type Valued, valueItems } from './value-items.ts'
import { cashbackNow, cashbackRefused } from './view.ts'

export type BegunCashback =
  | { kind: 'done'; answer: CashBackAnswer }
  | { kind: 'busy'; operationId: number }
  | { kind: 'send'; attempt: Attempt }

/** When the request came, and the operation that it has waited for. */
type Waiter = { startedAt: Date; waitedFor: number | null }

/** Locks in the order of the house: an operation before the item that it credits. */
export async function beginCashback(ctx: Context, tx: Tx, input: CashBack, waiter: Waiter): Promise<BegunCashback> {
  const seen = await findItem(tx, input.owner, input.inventoryItemId)
  if (!seen) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
  if (seen.state === 'crediting') return resume(ctx, tx, input, seen, waiter)
  const item = present(await lockItem(tx, input.owner, input.inventoryItemId), 'an item is never deleted')
  if (item.state === 'crediting') return { kind: 'busy', operationId: operationOf(item) }
  if (item.state === 'disputed') throw new Refusal('WALLET_UNAVAILABLE')
  if (item.state === 'cashed_back') return repeat(ctx, tx, input, item, waiter)
  if (waiter.waitedFor !== null) return refuseLike(tx, input, waiter.waitedFor)
  return beginCredit(ctx, tx, input, item)
}

async function beginCredit(ctx: Context, tx: Tx, input: CashBack, item: InventoryRecord): Promise<BegunCashback> {
  const valued = (await valueItems(ctx, tx, input.operator, [item]))(item)
  await refuseWhenNotOffered(ctx, tx, input, item, valued)
  const rate = await rateFor(ctx, tx, input.operator, item.currency, input.currency)
  const credit = convertCashback(cashbackNow(item, valued.valuation), rate, item.currency, input.currency)
  const columns = creditColumns(credit, input.currency, rate)
  if (credit.creditsMinor === 0) return settleNothing(ctx, tx, input, item, columns)
  if (input.operator.settings.wallet.url === '') throw new Refusal('WALLET_UNAVAILABLE')
  const attempt = await beginOperation(ctx, tx, input.operator, movementOf(input, item, credit))
  await move(tx, item, 'crediting', { ...columns, credit_operation_id: attempt.operationId })
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
      inventoryItemId: item.inventory_item_id,
      roundPublicId: item.round_public_id,
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
  columns: Partial<CreditColumns>,
): Promise<BegunCashback> {
  await move(tx, item, 'cashed_back', columns)
  return { kind: 'done', answer: await answerOf(ctx, tx, input, null) }
}

/** The credit of this item is undecided: drive it on, unless another request does. */
async function resume(
  ctx: Context,
  tx: Tx,
  input: CashBack,
  item: InventoryRecord,
  waiter: Waiter,
): Promise<BegunCashback> {
  const operationId = operationOf(item)
  if (waiter.waitedFor === operationId || (await isHeldBack(ctx, tx, input.operator, operationId)))
    throw undecided(ctx, await undecidedCode(tx, item.operator_id, operationId))
  const attempt = await recordNextAttempt(ctx, tx, input.operator, operationId)
  return attempt === 'busy' || attempt === 'closed' ? { kind: 'busy', operationId } : { kind: 'send', attempt }
}

/** Requests that waited for, or were told 503 about, the credit that did it get its answer; others are told it is gone. */
async function repeat(
  ctx: Context,
  tx: Tx,
  input: CashBack,
  item: InventoryRecord,
  waiter: Waiter,
): Promise<BegunCashback> {
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

/** The credit that this request waited for did not happen: it is told what the one that drove it was told. */
async function refuseLike(tx: Tx, input: CashBack, operationId: number): Promise<never> {
  const operation = present(await findOperation(tx, input.operator.operatorId, operationId), 'the operation exists')
  if (operation.state !== 'refused') throw new Refusal('WALLET_UNAVAILABLE')
  throw walletRefusal(operation.error_code)
}

async function refuseWhenNotOffered(
  ctx: Context,
  tx: Tx,
  input: CashBack,
  item: InventoryRecord,
  { catalogueItem: { revisionId }, valuation, mostCredit }: Valued,
): Promise<void> {
  if (cashbackRefused(item, input.operator)) throw new Refusal('CASHBACK_NOT_AVAILABLE', { state: item.state })
  if (!isPayable(item, valuation)) throw new Refusal('UNSUPPORTED_CURRENCY')
  const own = cashbackNow(item, valuation)
  // Before the price: no price that is agreed to would be paid.
  if (isAboveLimit(own, mostCredit))
    throw mostCredit === 'unknown' ? new Refusal('UNSUPPORTED_CURRENCY') : aboveLimit(input.operator)
  if (!item.is_collectible || input.expectedRevisionId === null || input.expectedRevisionId === revisionId) return
  // The item may have been won before its operator went over to another currency.
  const { currency } = input.operator
  const rate = await rateFor(ctx, tx, input.operator, item.currency, currency)
  const cashback = convertCashback(own, rate, item.currency, currency)
  throw new Refusal('PRICE_CHANGED', {
    current: {
      revisionId,
      valueMinor: convertFloor(valueNow(item, valuation), rate, item.currency, currency),
      cashbackMinor: cashback.creditsMinor,
      cashbackUncredited: cashback.uncredited,
      currency,
    },
  })
}

function aboveLimit({ currency, settings }: Operator): Refusal {
  return new Refusal('CASHBACK_ABOVE_LIMIT', { current: { maxItemMinor: settings.cashback.maxItemMinor, currency } })
}

/** Currency and rate are kept, so that recording and answering a paid credit never depends on what is configured by then. */
function creditColumns(credit: Cashback, currency: string, rate: Rate): Omit<CreditColumns, 'credit_operation_id'> {
  return {
    credit_currency: currency,
    credit_rate: formatRate(rate),
    credits_minor: credit.creditsMinor,
    basis_minor: credit.basisMinor,
    price_fall_minor: credit.uncredited.priceFallMinor,
    price_rise_minor: credit.uncredited.priceRiseMinor,
    credits_share_minor: credit.uncredited.creditsShareMinor,
  }
}
