import { walletKey } from '@coffer/contract/keys'
import { convertFloor, formatRate, type Rate } from '@coffer/contract/rates'
import { Refusal } from '../kernel/index.ts'
import type { Operator, Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import type { Movement } from '../wallet/index.ts'
import { type Cashback, convertCashback, isAboveLimit } from './cashback.ts'
import type { CreditColumns, InventoryRecord } from './store.ts'
import { isPayable, type Valued, valueItems, valueNow } from './valuation.ts'
import { cashbackNow, cashbackRefused } from './view.ts'

/** The operator that pays, the currency that is credited, and the price that the player agreed to. */
type Terms = { operator: Operator; currency: string; expectedRevisionId: number | null }

/**
 * What cashing a locked item back pays now, and what of it is kept with the item. Throws CASHBACK_NOT_AVAILABLE, CASHBACK_ABOVE_LIMIT,
 * PRICE_CHANGED or UNSUPPORTED_CURRENCY.
 */
export async function offerCashback(
  ctx: Context,
  tx: Tx,
  terms: Terms,
  item: InventoryRecord,
): Promise<{ credit: Cashback; columns: Omit<CreditColumns, 'credit_operation_id'> }> {
  const { operator, currency } = terms
  const valued = (await valueItems(ctx, tx, operator, [item]))(item)
  await refuseWhenNotOffered(ctx, tx, terms, item, valued)
  const rate = await rateFor(ctx, tx, operator, item.currency, currency)
  const credit = convertCashback(cashbackNow(item, valued.valuation), rate, item.currency, currency)
  return { credit, columns: creditColumns(credit, currency, rate) }
}

/** The credit of an item, once. */
export function creditMovement(
  { owner, playerExternalId, currency }: Who & { currency: string },
  item: InventoryRecord,
  credit: Cashback,
): Movement {
  return {
    owner,
    playerExternalId,
    kind: 'cashback_credit',
    subjectId: String(item.inventory_item_id),
    idempotencyKey: walletKey.cashBackItem(item.inventory_item_id),
    amountMinor: credit.creditsMinor,
    currency,
    reference: {
      kind: 'cashback',
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

async function refuseWhenNotOffered(
  ctx: Context,
  tx: Tx,
  { operator, expectedRevisionId }: Terms,
  item: InventoryRecord,
  { catalogueItem: { revisionId }, valuation, mostCredit }: Valued,
): Promise<void> {
  if (cashbackRefused(item, operator)) throw new Refusal('CASHBACK_NOT_AVAILABLE', { state: item.state })
  if (!isPayable(item, valuation)) throw new Refusal('UNSUPPORTED_CURRENCY')
  const own = cashbackNow(item, valuation)
  // Before the price: no price that is agreed to would be paid.
  if (isAboveLimit(own, mostCredit))
    throw mostCredit === 'unknown' ? new Refusal('UNSUPPORTED_CURRENCY') : aboveLimit(operator)
  if (!item.is_collectible || expectedRevisionId === null || expectedRevisionId === revisionId) return
  // The item may have been won before its operator went over to another currency.
  const { currency } = operator
  const rate = await rateFor(ctx, tx, operator, item.currency, currency)
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
