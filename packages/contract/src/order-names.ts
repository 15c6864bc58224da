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

/** Changes of orders, in the order in which a notice names them (interface §6). */
export const SHIPPING_CHANGES = [
  'created',
  'items_added',
  'item_removed',
  'status',
  'cancelled',
  'tracking',
  'address',
  'backorder',
  'replacements_sent',
  'details',
] as const
export type ShippingChange = (typeof SHIPPING_CHANGES)[number]

/** Statuses of orders that are not shipped yet. Only their items can wait for stock. */
export const TO_SHIP_STATUSES = ['pending', 'processing'] as const satisfies readonly ShippingStatus[]

/** Statuses by which orders are listed. `to_ship`: those of `TO_SHIP_STATUSES`. */
export const ORDER_STATUS_FILTERS = ['to_ship', ...SHIPPING_STATUSES] as const
export type OrderStatusFilter = (typeof ORDER_STATUS_FILTERS)[number]

/** `in_stock`: no item of the order waits for stock. `waiting`: at least one does. */
export const ORDER_STOCK_FILTERS = ['in_stock', 'waiting'] as const
export type OrderStockFilter = (typeof ORDER_STOCK_FILTERS)[number]

/** Origins of orders: the player in the game, the operator’s backend, or the backend for goods bought with Nuggets. */
export const ORDER_ORIGINS = ['game', 'backend', 'nuggets'] as const
export type OrderOrigin = (typeof ORDER_ORIGINS)[number]

/** Reasons for which items leave their order. */
export const LEAVING_REASONS = ['cancelled', 'removed', 'returned'] as const
export type LeavingReason = (typeof LEAVING_REASONS)[number]

/** Longest text of most fields of an address, in characters. */
export const ADDRESS_CHARACTERS = 200
/** Longest postal code and longest phone number, in characters. */
export const POSTAL_CODE_CHARACTERS = 40
export const PHONE_CHARACTERS = 40
/** Longest name of a carrier, and longest tracking number, in characters. */
export const TRACKING_CHARACTERS = 200
/** Longest tracking address, in characters. */
export const TRACKING_URL_CHARACTERS = 2048
/** Longest delivery note, in characters. */
export const DELIVERY_NOTE_CHARACTERS = 500

/** The most changes that an order is shown with: the newest. */
export const SHOWN_ORDER_CHANGES = 50
