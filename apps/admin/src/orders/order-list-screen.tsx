import type { AdminOrderRow } from '@coffer/contract/admin'
import { ORDER_LIST } from '@coffer/contract/list'
import { countryName } from '@coffer/web'
import { Link } from 'wouter'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { money } from '../text/numbers.ts'
import { itemNames } from '../text/shipping.ts'
import { Moment } from '../ui/moment.tsx'
import { OrderStatusChips } from '../ui/order-status.tsx'
import { ORDER_LIST_TEXT } from './order-list-text.ts'
import classes from './orders.module.css'
import { ORDERS_QUERY } from './use-order.ts'

/** The shipping orders of the operator; for staff of the platform those of an operator that they choose. */
export function OrderListScreen() {
  const control = useListState(ORDER_LIST)
  return (
    <ListScreen<typeof ORDER_LIST, AdminOrderRow>
      name={ORDERS_QUERY}
      title="Orders"
      noun="orders"
      list={ORDER_LIST}
      text={ORDER_LIST_TEXT}
      control={control}
      read={async (body) => {
        const { orders, cursor } = await api.call('listOrders', { body })
        return { rows: orders, cursor }
      }}
      exportRows={(body) => api.call('exportOrders', { body })}
      keyOf={({ publicId }) => publicId}
      cells={{
        publicId: ({ publicId }) => (
          <Link href={`/orders/${publicId}${control.queryString}`}>
            <span className={classes.id}>{publicId}</span>
          </Link>
        ),
        createdAt: ({ createdAt }) => momentCell(createdAt),
        playerExternalId: ({ playerExternalId }) => textCell(playerExternalId),
        status: (order) => <OrderStatusChips {...order} />,
        statusSince: ({ statusSince }) => momentCell(statusSince),
        items: ({ items }) => items.length > 0 && textCell(itemNames(items)),
        country: ({ country }) => countryName(country, 'en'),
        itemsValueTotalMinor: ({ itemsValueTotalMinor, currency }) => money(itemsValueTotalMinor, currency),
      }}
      numbers={['itemsValueTotalMinor']}
      empty="No orders yet. An order appears here when a player has items shipped, or when the operator’s backend orders for them."
    />
  )
}

/** Long texts are broken, so that they do not widen the table. */
function textCell(text: string) {
  return <span className={classes.cell}>{text}</span>
}

function momentCell(at: string) {
  return (
    <span className={classes.time}>
      <Moment at={at} />
    </span>
  )
}
