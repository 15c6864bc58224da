import type { InventoryRow } from '@coffer/contract/shapes'
import type { ShippingQuote } from '@coffer/contract/shipping'
import type { PlayFailure } from '@coffer/web'
import { useEffect } from 'preact/hooks'
import { askQuote, quote, quoteOf } from '../state/quote.ts'
import { hrefOf, route } from '../state/route.ts'
import { startSelecting } from '../state/selection.ts'
import { current } from '../state/session.ts'
import { dropShipment } from '../state/shipment.ts'
import { FIRST_VIEW } from '../state/vault-view.ts'
import { money, t } from '../state/words.ts'
import { LoadFailure } from './failure.tsx'
import { ShipFailure } from './ship-failure.tsx'
import { ShipForm } from './ship-form.tsx'
import { LeaveOut, ShipLines } from './ship-lines.tsx'
import { feeWords, ShipMeter } from './ship-meter.tsx'

type Props = { items: readonly InventoryRow[]; failure: PlayFailure | null }

/** What would be sent, what it costs, and where it goes. Where nothing can be ordered, nothing is asked for. */
export function ShipQuestion({ items, failure }: Props) {
  const ids = items.map(({ id }) => id)
  const { currency } = current()
  useEffect(() => askQuote(ids), [currency])
  const now = quote.state.value
  const known = now.is === 'failed' ? null : quoteOf(ids)
  const isToldTwice = now.is === 'failed' && now.failure.code === failure?.code
  return (
    <>
      {failure && <ShipFailure failure={failure} />}
      {now.is === 'failed' && !isToldTwice && <LoadFailure failure={now.failure} retry={() => askQuote(ids)} />}
      <ShipLines items={items} quote={known} />
      {known && <ShipMeter quote={known} />}
      {known && <Sums quote={known} />}
      {known?.canBeOrdered ? (
        <ShipForm items={items} quote={known} failure={failure} />
      ) : (
        <CannotGo quote={known} ids={ids} isAsking={now.is === 'loading'} />
      )}
    </>
  )
}

function Sums({ quote: known }: { quote: ShippingQuote }) {
  return (
    <dl class="sums">
      <div class="sum">
        <dt>{t('ship.worth')}</dt>
        <dd data-testid="ship-worth">{money(known.itemsValueTotalMinor, known.currency)}</dd>
      </div>
      <div class="sum is-total">
        <dt>{t(known.fee ? 'ship.pays' : 'ship.fee')}</dt>
        <dd data-testid="ship-fee">{feeWords(known)}</dd>
      </div>
    </dl>
  )
}

function CannotGo({ quote: known, ids, isAsking }: { quote: ShippingQuote | null; ids: number[]; isAsking: boolean }) {
  const left = known?.items.filter(({ shippable }) => !shippable).map(({ inventoryItemId: id }) => id) ?? []
  const isTooLittle = known !== null && known.itemsValueTotalMinor < known.minimumMinor
  return (
    <div class="dialog-foot">
      {isAsking && !known && (
        <p class="dialog-note" role="status">
          {t('ship.asking')}
        </p>
      )}
      <div class="dialog-actions">
        <button type="button" class="button" data-testid="drop-shipment" onClick={dropShipment}>
          {t('app.cancel')}
        </button>
        {left.length > 0 && left.length < ids.length && <LeaveOut ids={left} />}
        {left.length === 0 && isTooLittle && (
          <button type="button" class="button" data-testid="choose-more" onClick={() => chooseMore(ids)}>
            {t('ship.meter.more')}
          </button>
        )}
      </div>
    </div>
  )
}

/** Back to the vault, with these items chosen. */
function chooseMore(ids: readonly number[]): void {
  dropShipment()
  if (route.value.screen !== 'vault') location.hash = hrefOf({ screen: 'vault', view: FIRST_VIEW })
  startSelecting('ship', ids)
}
