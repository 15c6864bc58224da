import type { ORDER_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { ORDER_FILTER_TEXT, ORDER_STOCK_TEXT } from '../text/shipping.ts'

/** Labels of the list of shipping orders. */
export const ORDER_LIST_TEXT: ListText<typeof ORDER_LIST> = {
  columns: {
    publicId: 'Order',
    createdAt: 'Placed',
    playerExternalId: 'Player ID',
    status: 'Status',
    statusSince: 'Since',
    items: 'Items',
    country: 'Country',
    itemsValueTotalMinor: 'Value',
  },
  filters: {
    search: 'Order, player or tracking number',
    status: 'Status',
    stock: 'Stock',
    from: 'From (UTC)',
    to: 'To (UTC)',
    operator: 'Operator',
  },
  placeholders: { search: 'The whole ID or number' },
  options: { status: ORDER_FILTER_TEXT, stock: ORDER_STOCK_TEXT },
  sorts: { '-createdAt': 'Newest first', createdAt: 'Oldest first' },
  noOperator: 'Choose an operator',
}
