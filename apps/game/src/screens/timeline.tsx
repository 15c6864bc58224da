import type { ShippingOrder } from '@coffer/contract/shipping'
import { courseOf } from '../state/order-course.ts'
import { dayAndTime, t } from '../state/words.ts'

/** What an order has been through, each with its time, and what comes next. */
export function Timeline({ order }: { order: ShippingOrder }) {
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
