import { sumMinor } from '@coffer/contract/money'
import type { BackendOrder } from '@coffer/contract/shipping'
import { absoluteUrl } from '../media/index.ts'
import type { LineRecord, MoveRecord, OrderRecord } from './tables.ts'

/** What is read beside an order to show it. */
export type OrderParts = { lines: readonly LineRecord[]; moves: readonly MoveRecord[]; baseUrl: string }

/** An order as its operator reads it (interface §2.6). The player's surface leaves out what it really cost. */
export function orderView(order: OrderRecord, { lines, moves, baseUrl }: OrderParts): BackendOrder {
  return {
    publicId: order.public_id,
    playerExternalId: order.player_external_id,
    status: order.status,
    currency: order.currency,
    shippingCostMinor: order.shipping_cost_minor,
    realizedTotalCostMinor: order.realized_total_cost_minor,
    itemsValueTotalMinor: sumMinor(lines.map((line) => line.value_minor)),
    address: order.address,
    contact: { email: order.contact_email },
    userNotes: order.user_notes,
    createdAt: order.created_at.toISOString(),
    carrier: order.carrier,
    trackingNumber: order.tracking_number,
    trackingUrl: order.tracking_url,
    deliveredAt: order.delivered_at?.toISOString() ?? null,
    replacementsSentAt: order.replacements_sent_at?.toISOString() ?? null,
    items: lines.map((line) => ({
      inventoryItemId: line.inventory_item_id,
      itemId: line.item_id,
      name: line.name,
      imageUrl: absoluteUrl(baseUrl, line.image_url),
      valueMinor: line.value_minor,
      currency: line.currency,
      waitingForStock: line.waiting_for_stock,
    })),
    fee: feeView(order),
    timeline: moves.map((move) => ({ status: move.status, at: move.moved_at.toISOString() })),
  }
}

/** A cancel owes the whole fee from that moment on; nothing else gives it back. */
function feeView({ status, fee_minor: amountMinor, fee_currency: currency }: OrderRecord): BackendOrder['fee'] {
  if (amountMinor === null || currency === null) return null
  return { amountMinor, currency, refundedMinor: status === 'cancelled' ? amountMinor : 0 }
}
