import type { AdminPlayerOrder } from '@coffer/contract/admin'
import { ORDER_LIST } from '@coffer/contract/list'
import { useState } from 'react'
import { AllowedLink } from '../list/allowed-link.tsx'
import { money } from '../text/numbers.ts'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { OrderStatusChip } from '../ui/order-status.tsx'
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
        columns={columnsOf(playerKey.operator)}
        keyOf={({ publicId }) => publicId}
        empty="No shipping orders."
        page={page}
        onPage={setCursor}
      />
    </Section>
  )
}

function columnsOf(operator: string | null): readonly Column<AdminPlayerOrder>[] {
  return [
    {
      key: 'order',
      label: 'Order',
      cell: ({ publicId }) => (
        <AllowedLink path={`/orders/${publicId}`} permission={ORDER_LIST.permission} operator={operator}>
          <span className={classes.id}>{publicId}</span>
        </AllowedLink>
      ),
    },
    { key: 'status', label: 'Status', cell: ({ status }) => <OrderStatusChip status={status} /> },
    { key: 'placed', label: 'Placed', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    ...SHIPPING_COLUMNS,
  ]
}

const SHIPPING_COLUMNS: readonly Column<AdminPlayerOrder>[] = [
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
