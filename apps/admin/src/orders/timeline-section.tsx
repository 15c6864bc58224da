import type { AdminOrder } from '@coffer/contract/admin'
import { Moment } from '../ui/moment.tsx'
import { OrderStatusChip } from '../ui/order-status.tsx'
import { Section } from '../ui/section.tsx'
import classes from './orders.module.css'

/** The statuses that an order has had, oldest first. */
export function TimelineSection({ order: { timeline } }: { order: AdminOrder }) {
  return (
    <Section title="Status history">
      <ol className={classes.timeline}>
        {timeline.map(({ status, at }) => (
          <li key={`${status} ${at}`} className={classes.step}>
            <OrderStatusChip status={status} /> <Moment at={at} isExact />
          </li>
        ))}
      </ol>
    </Section>
  )
}
