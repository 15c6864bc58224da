import type { InventoryRow } from '@coffer/contract/shapes'
import type { ShippingQuote } from '@coffer/contract/shipping'
import type { ApiFailure } from '@coffer/web'
import { money, plural, t } from '../kit/words.ts'
import { AddressFields, useAddressForm } from './address-fields.tsx'
import { type Field, ORDER_FIELDS } from './address-form.ts'
import { dropShipment, entry, placeOrder } from './shipment.ts'

type Props = { items: readonly InventoryRow[]; quote: ShippingQuote; failure: ApiFailure | null }

/** Where the items go, and the button that says what it costs. */
export function ShipForm({ items, quote, failure }: Props) {
  const form = useAddressForm(ORDER_FIELDS, failure)
  const submit = (event: Event) => {
    event.preventDefault()
    if (form.check(entry.value)) void placeOrder(quote.fee)
  }
  const write = (field: Field, text: string) => {
    entry.value = { ...entry.value, [field]: text }
    form.rewritten(entry.value, field)
  }
  return (
    <form class="ship-form" ref={form.ref} noValidate onSubmit={submit} data-testid="ship-form">
      <h3 class="form-title">{t('address.title')}</h3>
      <AddressFields fields={ORDER_FIELDS} entry={entry.value} problems={form.problems} onInput={write} />
      <div class="dialog-foot">
        <div class="dialog-actions">
          <button type="button" class="button" data-testid="drop-shipment" onClick={dropShipment}>
            {t('app.cancel')}
          </button>
          <button type="submit" class="button primary" data-testid="place-order">
            {confirmWords(items.length, quote)}
          </button>
        </div>
      </div>
    </form>
  )
}

function confirmWords(count: number, { fee }: ShippingQuote): string {
  if (fee === null) return plural('ship.confirmFree', count)
  return plural('ship.confirm', count, { amount: money(fee.amountMinor, fee.currency) })
}
