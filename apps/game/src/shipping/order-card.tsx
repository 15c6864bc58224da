import type { ShippingOrder } from '@coffer/contract/shipping'
import { countryName } from '@coffer/web'
import { Art } from '../kit/art.tsx'
import { day, dayAndTime, money, t, words } from '../kit/words.ts'
import { askOrderChange, type Line } from './order-change.ts'
import { OrderCosts } from './order-costs.tsx'
import { canTakeOff, courseOf, trackingLink } from './order-course.ts'

/** One order: where it stands, what is on it, what it cost, where it goes, and what can still be done. */
export function OrderCard({ order }: { order: ShippingOrder }) {
  const titleId = `order-${order.publicId}`
  return (
    <article class="order" data-testid="order" data-status={order.status} aria-labelledby={titleId}>
      <header class="order-head">
        <div>
          <h2 class="section-title" id={titleId}>
            {t('order.of', { date: day(order.createdAt) })}
          </h2>
          <p class="order-reference">{t('order.reference', { id: order.publicId })}</p>
        </div>
        <span class={`chip order-${order.status}`} data-testid="order-status">
          {t(`order.status.${order.status}`)}
        </span>
      </header>
      <p class="muted">{t(`order.means.${order.status}`)}</p>
      <div class="order-body">
        <div>
          <Lines order={order} />
          <OrderCosts order={order} />
        </div>
        <div class="order-way">
          <Timeline order={order} />
          <Parcel order={order} />
          {order.status !== 'cancelled' && <Destination order={order} />}
        </div>
      </div>
      {order.status === 'pending' && <Actions order={order} />}
    </article>
  )
}

function Lines({ order }: { order: ShippingOrder }) {
  if (order.items.length === 0) return null
  return (
    <ul class="lines">
      {order.items.map((line) => (
        <li key={line.inventoryItemId} class="line" data-testid="order-line">
          <span class="thumb">
            <Art src={line.imageUrl} lazy />
          </span>
          <div class="line-words">
            <p class="line-name">{line.name}</p>
            <p class="hint">{money(line.valueMinor, line.currency)}</p>
            {line.waitingForStock && <span class="chip">{t('order.waits')}</span>}
          </div>
          {canTakeOff(order) && <TakeOff order={order} line={line} />}
        </li>
      ))}
    </ul>
  )
}

function TakeOff({ order, line }: { order: ShippingOrder; line: Line }) {
  return (
    <button
      type="button"
      class="button quiet is-small"
      data-testid="take-off"
      onClick={() => askOrderChange({ is: 'take-off', order, line })}
    >
      {t('order.takeOff')}
      <span class="visually-hidden">: {line.name}</span>
    </button>
  )
}

function Parcel({ order }: { order: ShippingOrder }) {
  const link = trackingLink(order)
  if (order.carrier === null && order.trackingNumber === null && link === null) return null
  return (
    <div class="order-fact" data-testid="parcel">
      <h3>{t('order.parcel')}</h3>
      <p>{[order.carrier, order.trackingNumber].filter((part) => part !== null).join(' ')}</p>
      {link && (
        <a class="text-link" href={link} target="_blank" rel="noopener noreferrer" data-testid="tracking-link">
          {t('order.track')}
          <span class="visually-hidden">{t('order.newTab')}</span>
        </a>
      )}
    </div>
  )
}

function Destination({ order: { address, contact, userNotes, erasedAt } }: { order: ShippingOrder }) {
  if (erasedAt !== undefined) return <Erased />
  const { name, line1, line2, postalCode, city, region, country, phone } = address
  const place = [postalCode, city].filter(Boolean).join(' ')
  const lines = [
    name,
    line1,
    line2,
    place,
    region === city ? null : region,
    countryName(country, words.value.locale),
    phone,
  ]
  return (
    <>
      <div class="order-fact">
        <h3>{t('order.to')}</h3>
        <address data-testid="order-address">
          {lines
            .filter((line) => line)
            .map((line) => (
              <span key={line}>{line}</span>
            ))}
        </address>
        <p class="hint">{t('order.contact', { email: contact.email })}</p>
      </div>
      {userNotes && (
        <div class="order-fact">
          <h3>{t('order.notes')}</h3>
          <p>{userNotes}</p>
        </div>
      )}
    </>
  )
}

function Erased() {
  return (
    <div class="order-fact">
      <h3>{t('order.to')}</h3>
      <p class="hint">{t('order.erased')}</p>
    </div>
  )
}

function Actions({ order }: { order: ShippingOrder }) {
  return (
    <div class="order-actions">
      <button
        type="button"
        class="button"
        data-testid="change-address"
        onClick={() => askOrderChange({ is: 'address', order })}
      >
        {t('order.address')}
      </button>
      <button
        type="button"
        class="button"
        data-testid="cancel-order"
        onClick={() => askOrderChange({ is: 'cancel', order })}
      >
        {t('order.cancel')}
      </button>
    </div>
  )
}

/** What an order has been through, each with its time, and what comes next. */
function Timeline({ order }: { order: ShippingOrder }) {
  const steps = courseOf(order)
  const next = steps.findIndex(({ at }) => at === null)
  return (
    <div class="order-fact">
      <h3>{t(next < 0 ? 'order.timeline.over' : 'order.timeline')}</h3>
      <ol class="timeline" data-testid="timeline">
        {steps.map(({ status, at }, index) => (
          <li key={`${status} ${at}`} class={at === null ? 'step is-to-come' : 'step'}>
            <span class="step-name">{t(`order.status.${status}`)}</span>
            <span class="step-when">
              {at === null ? t(index === next ? 'order.next' : 'order.later') : dayAndTime(at)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
