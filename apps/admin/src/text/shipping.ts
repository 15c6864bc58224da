import type { ShippingStatus } from '@coffer/contract/shipping'

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
