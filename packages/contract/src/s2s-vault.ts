import { z } from 'zod'
import { defineSignedRoutes } from './route.ts'
import {
  cashedBackItem,
  currency,
  cursorPair,
  distinctIds,
  id,
  idText,
  inventoryFilters,
  inventoryRow,
  listQuery,
  minor,
  moment,
  playerExternalId,
  timestamp,
} from './shapes.ts'
import { wireText } from './text.ts'

/** A player's vault as their operator sees it: items, collectibles, payouts and goods bought with Nuggets (interface §4.2, decisions §8). */

export const cashoutBody = z.object({
  playerExternalId,
  inventoryItemId: id,
  currency: currency.optional(),
  expectedRevisionId: z.int().min(0).optional(),
})

/** An item with what only the backend API tells (interface §2.4, "Item detail additions"). */
export const inventoryDetail = inventoryRow.extend({
  wonAt: timestamp,
  sourceBoxName: z.string().nullable(),
  collectibleCategory: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
})

/** Price history (interface §2.5): oldest first, at most the newest 500 points, all converted at the current rate. */
export const priceHistory = z.object({
  inventoryItemId: id,
  itemId: id,
  currency: z.string(),
  points: z.array(z.object({ revisionId: id, valueMinor: minor, recordedAt: timestamp })),
  wonAt: timestamp,
  wonValueMinor: minor,
})

/** Totals over all matching collectibles of a player (interface §2.5). */
export const portfolio = z.object({
  count: z.int().min(0),
  currency: z.string(),
  totalCurrentValueMinor: minor,
  totalWonValueMinor: minor,
})

/** The value of a catalogue item that is in force after a call. */
export const itemValue = z.object({
  itemId: id,
  revisionId: id,
  valueMinor: minor,
  currency: z.string(),
  recordedAt: timestamp,
  changed: z.boolean().meta({ description: 'False when the value was in force already: no point was added' }),
})

export const PAYOUT_STATUSES = ['reserved', 'paid_out', 'cancelled'] as const

/** Items that an operator pays out by itself, with their figures as they were when they were reserved. */
export const payout = z.object({
  id,
  playerExternalId: z.string(),
  status: z.enum(PAYOUT_STATUSES),
  items: z.array(
    z.object({
      inventoryItemId: id,
      itemId: id,
      name: z.string(),
      valueMinor: minor,
      cashbackMinor: minor.nullable(),
      currency: z.string(),
    }),
  ),
  createdAt: timestamp,
  expiresAt: timestamp.meta({ description: 'A payout that nobody has confirmed by then is cancelled by itself' }),
  closedAt: timestamp.nullable(),
})

const ofPlayer = z.object({ playerExternalId })
const ofOnePayout = z.object({ playerExternalId: playerExternalId.optional() })
const payoutParams = z.object({ id: idText })

export const vaultRoutes = defineSignedRoutes({
  listInventory: {
    method: 'GET',
    path: '/api/s2s/inventory',
    player: 'known',
    summary: 'Items of a player, newest first',
    query: ofPlayer.extend({
      state: wireText(0, 400).optional(),
      ...inventoryFilters,
      currency: currency.optional(),
      ...listQuery,
    }),
    success: { 200: z.object({ items: z.array(inventoryRow), cursor: cursorPair }) },
    refusals: ['UNSUPPORTED_CURRENCY'],
  },
  getInventoryItem: {
    method: 'GET',
    path: '/api/s2s/inventory/:id',
    player: { orElse: 'INVENTORY_ITEM_NOT_FOUND' },
    summary: 'An item of a player, in any state, with its details',
    params: z.object({ id: idText }),
    query: ofPlayer.extend({ currency: currency.optional() }),
    success: { 200: z.object({ item: inventoryDetail }) },
    refusals: ['INVENTORY_ITEM_NOT_FOUND', 'UNSUPPORTED_CURRENCY'],
  },
  priceHistory: {
    method: 'GET',
    path: '/api/s2s/inventory/:id/price-history',
    player: { orElse: 'INVENTORY_ITEM_NOT_FOUND' },
    summary: 'The values that an item of a player has had',
    params: z.object({ id: idText }),
    query: ofPlayer.extend({ currency: currency.optional() }),
    success: { 200: priceHistory },
    refusals: ['INVENTORY_ITEM_NOT_FOUND', 'UNSUPPORTED_CURRENCY'],
  },
  portfolio: {
    method: 'GET',
    path: '/api/s2s/inventory/collectibles/portfolio',
    player: 'known',
    summary: 'What all collectibles of a player are worth, and were worth when they were won',
    query: ofPlayer.extend({ state: wireText(0, 400).optional(), currency: currency.optional() }),
    success: { 200: portfolio },
    refusals: ['UNSUPPORTED_CURRENCY'],
  },
  cashout: {
    method: 'POST',
    path: '/api/s2s/cashout',
    player: { orElse: 'INVENTORY_ITEM_NOT_FOUND' },
    repeat: { by: 'inventoryItemId' },
    summary: 'Cash an item of a player back to the wallet',
    body: cashoutBody,
    success: {
      200: z.object({ item: cashedBackItem.extend({ inventoryItemId: id }), balanceAfterMinor: z.int().nullable() }),
    },
    refusals: [
      'INVENTORY_ITEM_NOT_FOUND',
      'CASHBACK_NOT_AVAILABLE',
      'CASHBACK_ABOVE_LIMIT',
      'PRICE_CHANGED',
      'UNSUPPORTED_CURRENCY',
      'INSUFFICIENT_FUNDS',
      'PLAYER_BLOCKED',
      'REQUEST_INTERRUPTED',
      'WALLET_UNAVAILABLE',
    ],
  },
  recordValue: {
    method: 'POST',
    path: '/api/s2s/items/:itemId/values',
    repeat: 'refused',
    summary: 'Tell the value of a catalogue item, in minor units of its currency',
    params: z.object({ itemId: idText }),
    body: z.object({ valueMinor: z.int().min(0).max(1_000_000_000_000), recordedAt: moment.optional() }),
    success: { 200: itemValue },
    refusals: ['UNKNOWN_ITEM', 'VALUE_STEP_TOO_LARGE'],
  },
  createPayout: {
    method: 'POST',
    path: '/api/s2s/payouts',
    player: { orElse: 'INVENTORY_ITEM_NOT_FOUND' },
    repeat: { by: 'idempotencyKey' },
    replays: true,
    summary: 'Reserve items that you pay out yourself; the same key again gets the first answer',
    body: ofPlayer.extend({ inventoryItemIds: distinctIds, idempotencyKey: wireText(1, 190) }),
    success: { 201: z.object({ payout }) },
    refusals: ['INVENTORY_ITEM_NOT_FOUND', 'PAYOUT_NOT_AVAILABLE', 'ITEM_BUSY'],
  },
  listPayouts: {
    method: 'GET',
    path: '/api/s2s/payouts',
    summary: 'Item payouts, newest first',
    query: z.object({
      playerExternalId: playerExternalId.optional(),
      status: wireText(0, 100).optional(),
      ...listQuery,
    }),
    success: { 200: z.object({ payouts: z.array(payout), cursor: cursorPair }) },
    refusals: [],
  },
  getPayout: {
    method: 'GET',
    path: '/api/s2s/payouts/:id',
    summary: 'One item payout',
    params: payoutParams,
    query: ofOnePayout,
    success: { 200: z.object({ payout }) },
    refusals: ['PAYOUT_NOT_FOUND'],
  },
  confirmPayout: {
    method: 'POST',
    path: '/api/s2s/payouts/:id/confirm',
    repeat: { by: 'id' },
    summary: 'Say that the items were paid out; again is 200 too',
    params: payoutParams,
    body: ofOnePayout,
    success: { 200: z.object({ payout }) },
    refusals: ['PAYOUT_NOT_FOUND', 'PAYOUT_NOT_RESERVED'],
  },
  cancelPayout: {
    method: 'POST',
    path: '/api/s2s/payouts/:id/cancel',
    repeat: { by: 'id' },
    summary: 'Give the items back to the player\u2019s vault; again is 200 too',
    params: payoutParams,
    body: ofOnePayout,
    success: { 200: z.object({ payout }) },
    refusals: ['PAYOUT_NOT_FOUND', 'PAYOUT_NOT_RESERVED'],
  },
})

export type CashoutBody = z.infer<typeof cashoutBody>
export type InventoryDetail = z.infer<typeof inventoryDetail>
export type PriceHistory = z.infer<typeof priceHistory>
export type Portfolio = z.infer<typeof portfolio>
export type ItemValue = z.infer<typeof itemValue>
export type Payout = z.infer<typeof payout>
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]
