import type { InventoryRow } from '@coffer/contract/shapes'
import type { ShippingQuote } from '@coffer/contract/shipping'
import { Art } from '../kit/art.tsx'
import { money, t } from '../kit/words.ts'
import { leaveOut } from './shipment.ts'

/** The items of an order that is asked about: what each counts for, and why one of them cannot go. */
export function ShipLines({ items, quote }: { items: readonly InventoryRow[]; quote: ShippingQuote | null }) {
  return (
    <ul class="lines">
      {items.map((item) => {
        const told = quote?.items.find(({ inventoryItemId }) => inventoryItemId === item.id)
        const valueMinor = told?.valueMinor ?? null
        return (
          <li key={item.id} class="line" data-testid="ship-line" data-reason={told?.reason ?? undefined}>
            <span class="thumb">
              <Art src={item.imageUrl} lazy />
            </span>
            <div class="line-words">
              <p class="line-name">{item.name}</p>
              {told?.reason && <p class="hint is-bad">{t(`ship.reason.${told.reason}`)}</p>}
              {told?.waitingForStock && <p class="hint">{t('ship.waits')}</p>}
            </div>
            <p class="line-value">{valueMinor !== null && quote && money(valueMinor, quote.currency)}</p>
          </li>
        )
      })}
    </ul>
  )
}

export function LeaveOut({ ids }: { ids: readonly number[] }) {
  return (
    <button type="button" class="button primary" data-testid="leave-out" onClick={() => leaveOut(ids)}>
      {t('ship.leaveOut')}
    </button>
  )
}
