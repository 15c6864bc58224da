import type { ShippingOrder } from '@coffer/contract/shipping'
import { money, plural, t } from '../kit/words.ts'

/** What is on an order, what the player paid to have it sent, and what of that goes back. */
export function OrderCosts({ order }: { order: ShippingOrder }) {
  const { items, fee, currency } = order
  return (
    <>
      {items.length > 0 && (
        <p class="order-sum">
          {plural('order.items', items.length, { amount: money(order.itemsValueTotalMinor, currency) })}
        </p>
      )}
      <dl class="sums">
        <div class="sum">
          <dt>{t('order.fee')}</dt>
          <dd data-testid="order-fee">{feeWords(order)}</dd>
        </div>
        {fee !== null && fee.refundedMinor > 0 && (
          <div class="sum">
            <dt>{t('order.refunded')}</dt>
            <dd data-testid="order-refund">{money(fee.refundedMinor, fee.currency)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** An order that was not placed here may have been charged for elsewhere. */
function feeWords({ fee, shippingCostMinor }: ShippingOrder): string {
  if (fee) return money(fee.amountMinor, fee.currency)
  return t(shippingCostMinor === 0 ? 'order.fee.free' : 'order.fee.notHere')
}
