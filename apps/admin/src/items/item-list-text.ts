import type { ITEM_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { ITEM_STATUS_TEXT, ITEM_TYPE_TEXT, STOCK_STATUS_TEXT, VALUE_STATUS_TEXT } from '../text/items.ts'

/** Labels of the list of items. */
export const ITEM_LIST_TEXT: ListText<typeof ITEM_LIST> = {
  columns: {
    name: 'Name',
    type: 'Type',
    valueMinor: 'Value',
    stock: 'Stock',
    shippingCostMinor: 'Shipping cost',
    isCollectible: 'Properties',
    createdAt: 'Added',
  },
  filters: {
    search: 'Name or key',
    status: 'Status',
    type: 'Type',
    stock: 'Stock',
    value: 'Value',
    operator: 'Operator',
  },
  placeholders: { search: 'Part of the name or key' },
  options: {
    status: ITEM_STATUS_TEXT,
    type: ITEM_TYPE_TEXT,
    stock: STOCK_STATUS_TEXT,
    value: VALUE_STATUS_TEXT,
  },
  sorts: {
    '-createdAt': 'Newest first',
    name: 'Name',
    '-valueMinor': 'Highest value first',
    valueMinor: 'Lowest value first',
    stock: 'Lowest stock first',
    '-stock': 'Highest stock first',
  },
  noOperator: 'Choose an operator',
}
