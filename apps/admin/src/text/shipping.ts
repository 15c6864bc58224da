import type {
  LeavingReason,
  OrderOrigin,
  OrderStatusFilter,
  OrderStockFilter,
  ShippingStatus,
} from '@coffer/contract/order-names'
import { countOf } from './numbers.ts'

export const ORDER_STATUS_TEXT: Readonly<Record<ShippingStatus, string>> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  shipped_with_replacements: 'Replacement shipped',
  returned: 'Returned',
  cancelled: 'Cancelled',
}

export const ORDER_STATUS_TONE: Readonly<Record<ShippingStatus, 'good' | 'bad' | 'info' | 'plain'>> = {
  pending: 'info',
  processing: 'info',
  shipped: 'info',
  delivered: 'good',
  shipped_with_replacements: 'info',
  returned: 'bad',
  cancelled: 'plain',
}

/** Statuses to filter by, in the order of a choice. */
export const ORDER_FILTER_TEXT: Readonly<Record<OrderStatusFilter, string>> = {
  to_ship: 'To ship',
  ...ORDER_STATUS_TEXT,
}

export const ORDER_STOCK_TEXT: Readonly<Record<OrderStockFilter, string>> = {
  in_stock: 'In stock',
  waiting: 'Waiting for stock',
}

/** The origin of an order, as the end of a sentence. */
export const ORIGIN_TEXT: Readonly<Record<OrderOrigin, string>> = {
  game: 'in the game',
  backend: 'by the operator’s backend',
  nuggets: 'by the operator’s backend, for goods bought with Nuggets',
}

export const LEAVING_TEXT: Readonly<Record<LeavingReason, string>> = {
  cancelled: 'Order cancelled',
  removed: 'Removed',
  returned: 'Returned',
}

const NAMED_ITEMS = 5

/** The names of the items on an order; of more than five the first five. */
export function itemNames(names: readonly string[]): string {
  const named = names.slice(0, NAMED_ITEMS).join(', ')
  return names.length > NAMED_ITEMS ? `${named} and ${names.length - NAMED_ITEMS} more` : named
}

/** The number of items of an order that wait for stock. */
export function countWaiting(items: readonly { readonly waitingForStock: boolean }[]): number {
  return items.filter(({ waitingForStock }) => waitingForStock).length
}

/** The number of items that wait for stock, as a sentence. */
export function waitingText(waitingCount: number): string {
  return `${countOf(waitingCount, { one: 'item waits', many: 'items wait' })} for stock.`
}

/** True for an address that a link may lead to. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text)
}
