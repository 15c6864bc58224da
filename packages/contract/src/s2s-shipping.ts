import { z } from 'zod'
import { addressHas, type CountryPart } from './countries.ts'
import { AMOUNT_MAX } from './limits.ts'
import {
  ADDRESS_CHARACTERS,
  DELIVERY_NOTE_CHARACTERS,
  PHONE_CHARACTERS,
  POSTAL_CODE_CHARACTERS,
  SHIPPING_STATUSES,
  TRACKING_CHARACTERS,
  TRACKING_URL_CHARACTERS,
} from './order-names.ts'
import { defineRoutes, defineSignedRoutes } from './route.ts'
import {
  clientActionId,
  cursorPair,
  distinctIds,
  emailAddress,
  id,
  inventoryRow,
  listQuery,
  minor,
  playerExternalId,
  timestamp,
} from './shapes.ts'
import { lineText, wireText } from './text.ts'

/** Shipping orders as both surfaces know them, and the backend's routes (interface §2.6 and §4.4, decisions §9). */

export { SHIPPING_CHANGES, SHIPPING_STATUSES, type ShippingChange, type ShippingStatus } from './order-names.ts'

/** Why an item cannot go on an order. */
export const UNSHIPPABLE_REASONS = ['NOT_FOUND', 'NOT_PHYSICAL', 'NOT_UNRESOLVED', 'ITEM_BUSY'] as const

const line = lineText(1, ADDRESS_CHARACTERS)
const country = lineText(2, 2)
  .refine((text) => /^[A-Za-z]{2}$/.test(text), { error: 'must be two letters' })
  .transform((text) => text.toUpperCase())
  .meta({ description: 'ISO 3166-1, two letters; answered in capitals' })
const orNull = (schema: z.ZodType<string, string>) =>
  schema
    .nullable()
    .optional()
    .transform((text) => text || null)

const OF_SOME_COUNTRIES = { description: 'Empty only where addresses of the country have none' }

export const addressBody = z
  .object({
    name: line,
    line1: line,
    line2: orNull(lineText(0, ADDRESS_CHARACTERS)),
    city: line,
    region: lineText(0, ADDRESS_CHARACTERS).meta(OF_SOME_COUNTRIES),
    postalCode: lineText(0, POSTAL_CODE_CHARACTERS).meta(OF_SOME_COUNTRIES),
    country,
    phone: orNull(lineText(0, PHONE_CHARACTERS)),
  })
  .superRefine((address, issues) => {
    for (const part of ['region', 'postalCode'] as const satisfies readonly CountryPart[]) {
      if (address[part] !== '' || !addressHas(address.country, part)) continue
      issues.addIssue({ code: 'custom', path: [part], message: 'must not be empty in this country' })
    }
  })

export const contactBody = z.object({ email: emailAddress })

/** The player's delivery note. */
export const deliveryNote = wireText(0, DELIVERY_NOTE_CHARACTERS)

const address = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  region: z.string().meta(OF_SOME_COUNTRIES),
  postalCode: z.string().meta(OF_SOME_COUNTRIES),
  country: z.string(),
  phone: z.string().nullable(),
})

/** An order as its player reads it. `fee`, `timeline` and `erasedAt` are additive. */
export const shippingOrder = z.object({
  publicId: z.string(),
  status: z.enum(SHIPPING_STATUSES),
  currency: z.string(),
  shippingCostMinor: minor,
  itemsValueTotalMinor: minor,
  address,
  contact: z.object({ email: z.string() }),
  userNotes: z.string().nullable(),
  createdAt: timestamp,
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  deliveredAt: timestamp.nullable(),
  replacementsSentAt: timestamp.nullable(),
  items: z.array(
    z.object({
      inventoryItemId: id,
      itemId: id,
      name: z.string(),
      imageUrl: z.string().nullable(),
      valueMinor: minor,
      currency: z.string(),
      waitingForStock: z.boolean(),
    }),
  ),
  fee: z
    .object({ amountMinor: minor, currency: z.string(), refundedMinor: minor })
    .nullable()
    .meta({ description: 'What the player was charged through the wallet; null when nothing was' }),
  timeline: z
    .array(z.object({ status: z.enum(SHIPPING_STATUSES), at: timestamp }))
    .meta({ description: 'The statuses that the order has had, oldest first' }),
  erasedAt: timestamp.optional().meta({
    description: 'When the personal data of the finished order was erased. Of the address, only the country remains',
  }),
})

/** An order as its operator reads it: with what fulfilment has really cost, and, additively, whose it is. */
export const backendOrder = shippingOrder.extend({
  realizedTotalCostMinor: minor.nullable(),
  playerExternalId: z.string().meta({ description: 'Whose order it is' }),
})

/** What an order of these items would be. Amounts are in the operator's currency, but for `fee`. */
export const shippingQuote = z.object({
  currency: z.string(),
  shippingCostMinor: minor,
  itemsValueTotalMinor: minor.meta({ description: 'Of the items that can be shipped' }),
  minimumMinor: minor.meta({ description: 'What the items must be worth together; 0 when there is no minimum' }),
  canBeOrdered: z.boolean().meta({ description: 'Every item can be shipped, and the minimum is met' }),
  fee: z
    .object({ amountMinor: minor, currency: z.string() })
    .nullable()
    .meta({ description: 'What the wallet would be debited; null when nothing would be' }),
  items: z.array(
    z.object({
      inventoryItemId: id,
      name: z.string().nullable(),
      valueMinor: minor.nullable(),
      shippable: z.boolean(),
      reason: z.enum(UNSHIPPABLE_REASONS).nullable().meta({ description: 'Null when it can be shipped' }),
      waitingForStock: z.boolean(),
    }),
  ),
})

export const orderBody = z.object({
  inventoryItemIds: distinctIds,
  address: addressBody,
  contact: contactBody,
  notes: deliveryNote.optional(),
  clientActionId: clientActionId.optional(),
})

export const quoteBody = z.object({ inventoryItemIds: distinctIds })
export const addressChange = z.object({ address: addressBody })
export const itemRemoval = z.object({ inventoryItemId: id })
export const orderList = { status: wireText(0, 200).optional(), ...listQuery }

const clearable = (max: number) =>
  wireText(0, max)
    .nullable()
    .transform((text) => text || null)
/** With its slashes: `https:parcel` is a place on the page that shows it. */
const isWebAddress = (text: string | null) => text === null || (/^https?:\/\//i.test(text) && URL.canParse(text))

/** A change of an order by staff. All fields are optional; null, or an empty text, clears a field. */
export const orderSave = z.strictObject({
  status: z.enum(SHIPPING_STATUSES).optional(),
  carrier: clearable(TRACKING_CHARACTERS).optional(),
  trackingNumber: clearable(TRACKING_CHARACTERS).optional(),
  trackingUrl: clearable(TRACKING_URL_CHARACTERS)
    .refine(isWebAddress, { error: 'must be an http or https address' })
    .optional(),
  realizedTotalCostMinor: minor.max(AMOUNT_MAX).nullable().optional(),
  userNotes: clearable(DELIVERY_NOTE_CHARACTERS).optional(),
  address: addressBody.optional(),
})

/** Opaque to clients: an id of any other form is one that no order has. */
export const orderParams = z.object({ publicId: wireText(1, 200) })
const ofPlayer = z.object({ playerExternalId })

/** Goods bought with Nuggets: an address needs somebody to write to. */
export const nuggetsBody = z
  .object({
    playerExternalId,
    clientActionId,
    itemId: id,
    address: addressBody.optional(),
    contact: contactBody.optional(),
    notes: deliveryNote.optional(),
  })
  .superRefine((body, issues) => {
    if (body.address === undefined || body.contact !== undefined) return
    issues.addIssue({ code: 'custom', path: ['contact'], message: 'is needed with an address' })
  })

export const shippingRoutes = defineSignedRoutes({
  quoteShipping: {
    method: 'POST',
    path: '/api/s2s/shipping/quote',
    player: 'known',
    repeat: 'reads',
    summary: 'What an order of these items would be, and why one of them cannot be shipped; nothing changes',
    body: ofPlayer.extend(quoteBody.shape),
    success: { 200: z.object({ quote: shippingQuote }) },
    refusals: ['SHIPPING_DISABLED', 'UNSUPPORTED_CURRENCY'],
  },
  createOrder: {
    method: 'POST',
    path: '/api/s2s/shipping/orders',
    player: 'made',
    repeat: { by: 'clientActionId' },
    replays: true,
    summary: 'Order the shipping of items, all or none; the wallet is never called',
    body: ofPlayer.extend(orderBody.shape),
    success: { 201: z.object({ order: backendOrder, balanceAfterMinor: z.null() }) },
    refusals: [
      'SHIPPING_DISABLED',
      'INVENTORY_NOT_SHIPPABLE',
      'SHIPMENT_BELOW_MINIMUM',
      'UNSUPPORTED_CURRENCY',
      'REQUEST_INTERRUPTED',
      'WALLET_UNAVAILABLE',
    ],
  },
  listOrders: {
    method: 'GET',
    path: '/api/s2s/shipping/orders',
    player: 'known',
    summary: 'Shipping orders of a player, newest first',
    query: ofPlayer.extend(orderList),
    success: { 200: z.object({ orders: z.array(backendOrder), cursor: cursorPair }) },
    refusals: [],
  },
  getOrder: {
    method: 'GET',
    path: '/api/s2s/shipping/orders/:publicId',
    player: { orElse: 'ORDER_NOT_FOUND' },
    summary: 'One shipping order of a player',
    params: orderParams,
    query: ofPlayer,
    success: { 200: z.object({ order: backendOrder }) },
    refusals: ['ORDER_NOT_FOUND'],
  },
  cancelOrder: {
    method: 'POST',
    path: '/api/s2s/shipping/orders/:publicId/cancel',
    player: { orElse: 'ORDER_NOT_FOUND' },
    repeat: { by: 'publicId' },
    summary:
      'Cancel a pending order: its items go back to the vault, and a fee that the player paid to the wallet; again is 200 too',
    params: orderParams,
    body: ofPlayer,
    success: { 200: z.object({ order: backendOrder, balanceAfterMinor: z.null() }) },
    refusals: ['ORDER_NOT_FOUND', 'SHIPMENT_NOT_CANCELLABLE'],
  },
  changeOrderAddress: {
    method: 'POST',
    path: '/api/s2s/shipping/orders/:publicId/address',
    player: { orElse: 'ORDER_NOT_FOUND' },
    repeat: 'refused',
    summary: 'Change the address of a pending order; its cost stays',
    params: orderParams,
    body: ofPlayer.extend(addressChange.shape),
    success: { 200: z.object({ order: backendOrder }) },
    refusals: ['ORDER_NOT_FOUND', 'SHIPMENT_NOT_EDITABLE'],
  },
  removeOrderItem: {
    method: 'POST',
    path: '/api/s2s/shipping/orders/:publicId/remove-item',
    player: { orElse: 'ORDER_NOT_FOUND' },
    repeat: { by: 'inventoryItemId' },
    summary: 'Take an item off a pending order, so that it can be cashed back; again is 200 too',
    params: orderParams,
    body: ofPlayer.extend(itemRemoval.shape),
    success: { 200: z.object({ order: backendOrder, item: inventoryRow }) },
    refusals: ['ORDER_NOT_FOUND', 'SHIPMENT_NOT_EDITABLE', 'INVENTORY_ITEM_NOT_FOUND'],
  },
  buyWithNuggets: {
    method: 'POST',
    path: '/api/s2s/nuggets/purchases',
    player: 'made',
    repeat: { by: 'clientActionId' },
    replays: true,
    summary:
      'Give a player a physical item that they have bought with Nuggets, and ship it when an address is named; never a wallet call',
    body: nuggetsBody,
    success: { 201: z.object({ item: inventoryRow, order: backendOrder.nullable() }) },
    refusals: ['UNKNOWN_ITEM', 'SHIPPING_DISABLED', 'PLAYER_RESTRICTED', 'UNSUPPORTED_CURRENCY'],
  },
})

/** The same for the player's own surface, where the fee is charged through the wallet. */
export const playerShippingRoutes = defineRoutes({
  quoteShipping: {
    method: 'POST',
    path: '/api/play/shipping/quote',
    player: 'session',
    summary: 'What an order of these items would cost, and why one of them cannot be shipped; nothing changes',
    body: quoteBody,
    success: { 200: z.object({ quote: shippingQuote }) },
    refusals: ['SHIPPING_DISABLED', 'UNSUPPORTED_CURRENCY'],
  },
  createOrder: {
    method: 'POST',
    path: '/api/play/shipping/orders',
    player: 'session',
    replays: true,
    summary: 'Order the shipping of items, all or none; the fee of the dearest is debited once, first',
    body: orderBody,
    success: { 201: z.object({ order: shippingOrder, balanceAfterMinor: z.int().nullable() }) },
    refusals: [
      'SHIPPING_DISABLED',
      'INVENTORY_NOT_SHIPPABLE',
      'SHIPMENT_BELOW_MINIMUM',
      'UNSUPPORTED_CURRENCY',
      'PLAYER_RESTRICTED',
      'INSUFFICIENT_FUNDS',
      'PLAYER_BLOCKED',
      'REQUEST_INTERRUPTED',
      'WALLET_UNAVAILABLE',
    ],
  },
  listOrders: {
    method: 'GET',
    path: '/api/play/shipping/orders',
    player: 'session',
    summary: 'The player\u2019s shipping orders, newest first',
    query: z.object(orderList),
    success: { 200: z.object({ orders: z.array(shippingOrder), cursor: cursorPair }) },
    refusals: [],
  },
  getOrder: {
    method: 'GET',
    path: '/api/play/shipping/orders/:publicId',
    player: 'session',
    summary: 'One shipping order of the player',
    params: orderParams,
    success: { 200: z.object({ order: shippingOrder, balanceAfterMinor: z.int().nullable() }) },
    refusals: ['ORDER_NOT_FOUND'],
  },
  cancelOrder: {
    method: 'POST',
    path: '/api/play/shipping/orders/:publicId/cancel',
    player: 'session',
    summary:
      'Cancel a pending order: its items go back to the vault, and its fee to the wallet, once; again is 200 too',
    params: orderParams,
    success: { 200: z.object({ order: shippingOrder, balanceAfterMinor: z.int().nullable() }) },
    refusals: ['ORDER_NOT_FOUND', 'SHIPMENT_NOT_CANCELLABLE'],
  },
  changeOrderAddress: {
    method: 'POST',
    path: '/api/play/shipping/orders/:publicId/address',
    player: 'session',
    summary: 'Change the address of a pending order; its cost stays',
    params: orderParams,
    body: addressChange,
    success: { 200: z.object({ order: shippingOrder }) },
    refusals: ['ORDER_NOT_FOUND', 'SHIPMENT_NOT_EDITABLE'],
  },
  removeOrderItem: {
    method: 'POST',
    path: '/api/play/shipping/orders/:publicId/remove-item',
    player: 'session',
    summary: 'Take an item off a pending order, so that it can be cashed back; again is 200 too',
    params: orderParams,
    body: itemRemoval,
    success: { 200: z.object({ order: shippingOrder, item: inventoryRow }) },
    refusals: ['ORDER_NOT_FOUND', 'SHIPMENT_NOT_EDITABLE', 'INVENTORY_ITEM_NOT_FOUND'],
  },
})

export type UnshippableReason = (typeof UNSHIPPABLE_REASONS)[number]
export type Address = z.output<typeof addressBody>
export type OrderBody = z.output<typeof orderBody>
export type OrderSave = z.output<typeof orderSave>
export type OrderSaveInput = z.input<typeof orderSave>
export type ShippingOrder = z.infer<typeof shippingOrder>
export type BackendOrder = z.infer<typeof backendOrder>
export type ShippingQuote = z.infer<typeof shippingQuote>
