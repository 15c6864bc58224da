import type { AdminPlayerOrder } from '@coffer/contract/admin'
import { useState } from 'react'
import { money } from '../text/numbers.ts'
import { ORDER_STATUS_TEXT, ORDER_STATUS_TONE } from '../text/shipping.ts'
import { Chip } from '../ui/chip.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import classes from './players.module.css'
import { SectionRows } from './section-rows.tsx'
import { type PlayerKey, usePlayerOrders } from './use-player.ts'

/** The shipping orders of a player. */
export function OrderSection({ playerKey }: { playerKey: PlayerKey }) {
  const [cursor, setCursor] = useState<string | null>(null)
  const page = usePlayerOrders(playerKey, cursor)
  return (
    <Section title="Shipping orders">
      <SectionRows
        what="the shipping orders"
        label="Shipping orders"
        columns={COLUMNS}
        keyOf={({ publicId }) => publicId}
        empty="No shipping orders."
        page={page}
        onPage={setCursor}
      />
    </Section>
  )
}

const COLUMNS: readonly Column<AdminPlayerOrder>[] = [
  { key: 'order', label: 'Order', cell: ({ publicId }) => <span className={classes.id}>{publicId}</span> },
  {
    key: 'status',
    label: 'Status',
    cell: ({ status }) => <Chip tone={ORDER_STATUS_TONE[status]}>{ORDER_STATUS_TEXT[status]}</Chip>,
  },
  { key: 'placed', label: 'Placed', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    key: 'items',
    label: 'Items',
    cell: ({ items }) => (
      <ul className={classes.cell}>
        {items.map(({ inventoryItemId, name, waitingForStock }) => (
          <li key={inventoryItemId}>{waitingForStock ? `${name} (waits for stock)` : name}</li>
        ))}
      </ul>
    ),
  },
  {
    key: 'value',
    label: 'Value',
    isNumber: true,
    cell: ({ itemsValueTotalMinor, currency }) => money(itemsValueTotalMinor, currency),
  },
  {
    key: 'carrier',
    label: 'Carrier',
    cell: ({ carrier }) => carrier !== null && <span className={classes.cell}>{carrier}</span>,
  },
  {
    key: 'tracking',
    label: 'Tracking',
    cell: ({ trackingNumber }) => trackingNumber !== null && <span className={classes.cell}>{trackingNumber}</span>,
  },
  {
    key: 'delivered',
    label: 'Delivered',
    cell: ({ deliveredAt }) => deliveredAt !== null && <Moment at={deliveredAt} />,
  },
]
