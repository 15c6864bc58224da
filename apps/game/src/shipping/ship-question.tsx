import type { InventoryRow } from '@coffer/contract/shapes'
import type { ShippingQuote } from '@coffer/contract/shipping'
import type { ApiFailure, ErrorWords } from '@coffer/web'
import { useEffect } from 'preact/hooks'
import { startSelecting } from '../items/selection.ts'
import { Art } from '../kit/art.tsx'
import { FailureWords, LoadFailure, referenceOf } from '../kit/failure.tsx'
import { hrefOf, route } from '../kit/route.ts'
import { FIRST_VIEW } from '../kit/vault-view.ts'
import { money, t } from '../kit/words.ts'
import { restrictionWords } from '../session/restricted.tsx'
import { current } from '../session/session.ts'
import { askQuote, quote, quoteOf } from './quote.ts'
import { ShipForm } from './ship-form.tsx'
import { feeWords, ShipMeter } from './ship-meter.tsx'
import { dropShipment, leaveOut } from './shipment.ts'

type Props = { items: readonly InventoryRow[]; failure: ApiFailure | null }

/** What would be sent, what it costs, and where it goes. Where nothing can be ordered, nothing is asked for. */
export function ShipQuestion({ items, failure }: Props) {
  const ids = items.map(({ id }) => id)
  const { currency } = current()
  useEffect(() => askQuote(ids), [currency])
  const now = quote.state.value
  const known = now.is === 'failed' ? null : quoteOf(ids)
  const isShownTwice = now.is === 'failed' && now.failure.code === failure?.code
  return (
    <>
      {failure && <ShipFailure failure={failure} />}
      {now.is === 'failed' && !isShownTwice && <LoadFailure failure={now.failure} retry={() => askQuote(ids)} />}
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

/** Why an order was not placed, in the words of an order. */
function ShipFailure({ failure }: { failure: ApiFailure }) {
  return <FailureWords code={failure.code} reference={referenceOf(failure)} said={wordsOf(failure)} />
}

function wordsOf(failure: ApiFailure): ErrorWords | undefined {
  const { code } = failure
  const { minimumMinor, valueMinor, currency } = failure.answer?.error ?? {}
  switch (code) {
    case 'SHIPMENT_BELOW_MINIMUM': {
      if (minimumMinor === undefined || valueMinor === undefined || currency === undefined) return
      const amounts = { minimum: money(minimumMinor, currency), value: money(valueMinor, currency) }
      return { what: t(`ship.failed.${code}`, amounts), next: t(`ship.failed.next.${code}`) }
    }
    case 'INSUFFICIENT_FUNDS':
    case 'VALIDATION_FAILED':
      return { what: t(`ship.failed.${code}`), next: t(`ship.failed.next.${code}`) }
    case 'PLAYER_RESTRICTED': {
      const { what, until } = restrictionWords(failure)
      return { what, next: [until, t('restricted.stays')].filter((words) => words !== null).join(' ') }
    }
  }
}

/** The items of an order that is asked about: what each counts for, and why one of them cannot go. */
function ShipLines({ items, quote }: { items: readonly InventoryRow[]; quote: ShippingQuote | null }) {
  return (
    <ul class="lines">
      {items.map((item) => {
        const quoted = quote?.items.find(({ inventoryItemId }) => inventoryItemId === item.id)
        const valueMinor = quoted?.valueMinor ?? null
        return (
          <li key={item.id} class="line" data-testid="ship-line" data-reason={quoted?.reason ?? undefined}>
            <span class="thumb">
              <Art src={item.imageUrl} lazy />
            </span>
            <div class="line-words">
              <p class="line-name">{item.name}</p>
              {quoted?.reason && <p class="hint is-bad">{t(`ship.reason.${quoted.reason}`)}</p>}
              {quoted?.waitingForStock && <p class="hint">{t('ship.waits')}</p>}
            </div>
            <p class="line-value">{valueMinor !== null && quote && money(valueMinor, quote.currency)}</p>
          </li>
        )
      })}
    </ul>
  )
}

function LeaveOut({ ids }: { ids: readonly number[] }) {
  return (
    <button type="button" class="button primary" data-testid="leave-out" onClick={() => leaveOut(ids)}>
      {t('ship.leaveOut')}
    </button>
  )
}
