import type { ShippingOrder } from '@coffer/contract/shipping'
import { useState } from 'preact/hooks'
import { t } from '../kit/words.ts'
import { AddressFields, useAddressForm } from './address-fields.tsx'
import { ADDRESS_FIELDS, EMPTY_ENTRY, type Field, withAddress } from './address-form.ts'
import { confirmAddress, dropOrderChange, type OrderChange } from './order-change.ts'

type Props = { order: ShippingOrder; now: OrderChange; isOver: boolean }

/** Where an order goes instead; nothing is asked for once that can no longer be changed. */
export function AddressChange({ order, now: { failure, isWorking }, isOver }: Props) {
  const [entry, setEntry] = useState(() => withAddress(EMPTY_ENTRY, order.address))
  const form = useAddressForm(ADDRESS_FIELDS, failure)
  const submit = (event: Event) => {
    event.preventDefault()
    if (form.check(entry)) void confirmAddress(order, entry)
  }
  const write = (field: Field, text: string) => {
    const written = { ...entry, [field]: text }
    setEntry(written)
    form.rewritten(written, field)
  }
  const fields = <AddressFields fields={ADDRESS_FIELDS} entry={entry} problems={form.problems} onInput={write} />
  return (
    <form class="ship-form" ref={form.ref} noValidate onSubmit={submit}>
      {!isOver && <p class="dialog-note">{t('order.address.text')}</p>}
      {!isOver && fields}
      <div class="dialog-foot">
        <div class="dialog-actions">
          <button type="button" class="button" data-testid="drop-change" disabled={isWorking} onClick={dropOrderChange}>
            {t(isOver ? 'order.close' : 'app.cancel')}
          </button>
          {!isOver && (
            <button type="submit" class="button primary" data-testid="confirm-change" disabled={isWorking}>
              {t(isWorking ? 'order.address.working' : 'order.address.confirm')}
            </button>
          )}
        </div>
      </div>
    </form>
  )
}
