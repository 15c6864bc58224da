import type { ShippingChange, ShippingStatus } from '@coffer/contract/shipping'
import { fulfilItems } from '../inventory/index.ts'
import type { Tx } from '../platform/index.ts'
import { endWaiting } from './fill-lines.ts'
import { listLines } from './line-store.ts'
import type { OrderChange } from './order-store.ts'
import type { OrderRecord } from './tables.ts'
import { takeLinesOffOrder } from './take-lines-off-order.ts'

/** What comes with a new status: more of the order that changes, and what a notice tells of it. */
type Followed = { change: OrderChange; told: ShippingChange[] }

/** What a status that the desk gives a locked order does to its lines and their items; nothing without one. */
export async function followStatus(
  tx: Tx,
  order: OrderRecord,
  to: ShippingStatus | undefined,
  at: Date,
): Promise<Followed> {
  if (to === undefined) return { change: {}, told: [] }
  const { operator_id: operatorId, order_id: orderId } = order
  const lines = await listLines(tx, operatorId, [orderId])
  switch (to) {
    case 'shipped': {
      const turnedCount = await endWaiting(tx, operatorId, lines)
      return { change: {}, told: turnedCount > 0 ? ['backorder'] : [] }
    }
    case 'delivered': {
      const ids = lines.map((line) => line.inventory_item_id)
      // When replacements arrive, the items had been delivered before.
      if (order.delivered_at === null) await fulfilItems(tx, operatorId, ids)
      return { change: { delivered_at: at }, told: [] }
    }
    case 'shipped_with_replacements':
      return { change: { replacements_sent_at: at }, told: ['replacements_sent'] }
    case 'returned':
      await takeLinesOffOrder(tx, order, lines, { at, because: 'returned' })
      return { change: {}, told: [] }
    default:
      return { change: {}, told: [] }
  }
}
