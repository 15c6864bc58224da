/** Names of shipping orders. This file does not import the validation library, so that the pages can use it. */

export const SHIPPING_STATUSES = [
  'pending',
  'processing',
  'shipped',
  'delivered',
  'shipped_with_replacements',
  'returned',
  'cancelled',
] as const
export type ShippingStatus = (typeof SHIPPING_STATUSES)[number]

/** Statuses by which orders are listed. `to_ship`: `pending` and `processing`. */
export const ORDER_STATUS_FILTERS = ['to_ship', ...SHIPPING_STATUSES] as const
export type OrderStatusFilter = (typeof ORDER_STATUS_FILTERS)[number]

/** `waiting`: at least one item of the order waits for stock. */
export const ORDER_STOCK_FILTERS = ['waiting'] as const
export type OrderStockFilter = (typeof ORDER_STOCK_FILTERS)[number]

/** Who asked for an order: the player in the game, the operator’s backend, or the backend for goods that were bought with Nuggets. */
export const ORDER_ORIGINS = ['game', 'backend', 'nuggets'] as const
export type OrderOrigin = (typeof ORDER_ORIGINS)[number]

/** Why an item left its order. */
export const LEAVING_REASONS = ['cancelled', 'removed', 'returned'] as const
export type LeavingReason = (typeof LEAVING_REASONS)[number]

/** Longest name of a carrier, and longest tracking number, in characters. */
export const TRACKING_CHARACTERS = 200
/** Longest tracking address, in characters. */
export const TRACKING_URL_CHARACTERS = 2048
/** Longest delivery note, in characters. */
export const DELIVERY_NOTE_CHARACTERS = 500

/** The most changes that an order is shown with: the newest. */
export const SHOWN_ORDER_CHANGES = 50
