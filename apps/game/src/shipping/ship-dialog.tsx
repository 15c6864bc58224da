import type { ShippingQuote } from '@coffer/contract/shipping'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Dialog } from '../kit/dialog.tsx'
import { hrefOf } from '../kit/route.ts'
import { money, plural, t } from '../kit/words.ts'
import { ShipQuestion } from './ship-question.tsx'
import { checkShipment, dropShipment, isShipmentShown, type Shipment, shipment } from './shipment.ts'

/** From the question where items go to the order that is placed. */
export function ShipDialog() {
  const now = shipment.value
  if (!now || !isShipmentShown.value) return null
  const canClose = now.is === 'asking' || now.is === 'parked' || now.is === 'placed'
  return (
    <Dialog title={titleOf(now)} isWide canClose={canClose} onClose={dropShipment}>
      <Inside now={now} />
    </Dialog>
  )
}

function titleOf({ is, items }: Shipment): string {
  if (is === 'parked' || is === 'placed') return t(`ship.${is}.title`)
  return plural('ship.title', items.length)
}

function Inside({ now }: { now: Shipment }) {
  switch (now.is) {
    case 'asking':
      return <ShipQuestion items={now.items} failure={now.failure} />
    case 'parked':
      return <Parked />
    case 'placed':
      return <Placed order={now.order} />
    default:
      return <Sending now={now} />
  }
}

function Sending({ now }: { now: Extract<Shipment, { body: unknown }> }) {
  return (
    <>
      {(now.is === 'confirming' || now.is === 'slowed') && (
        <p class="notice is-info" role="status" data-testid="ship-waits">
          {t(`ship.${now.is}`)}
        </p>
      )}
      <div class="dialog-actions">
        <button type="button" class="button primary" disabled>
          {t('ship.working')}
        </button>
      </div>
    </>
  )
}

function Parked() {
  const ref = useFocus()
  return (
    <>
      <p class="notice is-info" role="alert" data-testid="error-words" data-code="UNDECIDED">
        {t('ship.parked')}
      </p>
      <div class="dialog-actions">
        <button type="button" class="button" data-testid="ship-later" onClick={dropShipment}>
          {t('ship.parked.later')}
        </button>
        <button type="button" class="button primary" data-testid="check-shipment" ref={ref} onClick={checkShipment}>
          {t('ship.parked.again')}
        </button>
      </div>
    </>
  )
}

function Placed({ order: { fee } }: { order: { fee: ShippingQuote['fee'] } }) {
  const ref = useFocus()
  return (
    <>
      <p role="status" data-testid="ship-placed">
        {fee ? t('ship.placed.charged', { amount: money(fee.amountMinor, fee.currency) }) : t('ship.placed.free')}
      </p>
      <p class="dialog-note">{t('ship.placed.next')}</p>
      <div class="dialog-actions">
        <a class="button" href={hrefOf({ screen: 'orders' })} data-testid="see-orders" onClick={dropShipment}>
          {t('ship.placed.look')}
        </a>
        <button type="button" class="button primary" data-testid="ship-done" ref={ref} onClick={dropShipment}>
          {t('ship.placed.done')}
        </button>
      </div>
    </>
  )
}

/** For a button that takes the focus from one that is gone. */
function useFocus() {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return ref
}

/** Stands while an order is not decided and its dialog was put aside. */
export function ParkedNotice() {
  if (shipment.value?.is !== 'parked' || isShipmentShown.value) return null
  const show = () => {
    isShipmentShown.value = true
  }
  return (
    <div class="notice is-info" role="status" data-testid="parked-shipment">
      <p>{t('ship.parked')}</p>
      <div class="notice-actions">
        <button type="button" class="button" onClick={show}>
          {t('ship.parked.look')}
        </button>
      </div>
    </div>
  )
}
