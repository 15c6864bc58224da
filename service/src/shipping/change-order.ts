import {
  type BackendOrder,
  type OrderSaveInput,
  SHIPPING_CHANGES,
  type ShippingChange,
  type ShippingStatus,
} from '@coffer/contract/shipping'
import { appendAudit } from '../audit/index.ts'
import { fulfilItems } from '../inventory/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { changeOrderRecord } from './change-order-record.ts'
import { listLines } from './line-store.ts'
import { nextNoticeAt } from './notice.ts'
import { endWaiting, takeLinesOffOrder } from './order-lines.ts'
import { effectOf, readSave } from './order-save.ts'
import { lockOrder, type OrderChange } from './order-store.ts'
import { showOrder } from './read-orders.ts'
import type { OrderRecord } from './tables.ts'

export type ChangeOrder = { operatorId: number; publicId: string; save: OrderSaveInput; actor: string }

/**
 * What the desk saves of an order: status, tracking, note, recorded cost, address, any of it at once. One save is one notice and one
 * entry of the audit log, which holds no personal data; a save that changes nothing is neither. Cancelling is `cancelShippingOrder`.
 * Refuses with ORDER_NOT_FOUND, SHIPMENT_NOT_EDITABLE, or a 422 that names the field.
 */
export async function changeOrder(
  ctx: Context,
  input: ChangeOrder,
): Promise<{ order: BackendOrder; changes: ShippingChange[] }> {
  const { operatorId, publicId, actor } = input
  const save = readSave(input.save)
  return ctx.tx(operatorId, async (tx) => {
    const order = await lockOrder(tx, { operatorId, playerId: null }, publicId)
    if (!order) throw new Refusal('ORDER_NOT_FOUND')
    const effect = effectOf(order, save)
    if (effect.inNotice.length === 0) return { order: await showOrder(ctx, tx, order), changes: [] }

    // One time for the move, for what it says of the order, and for the notice, whichever process was here before.
    const at = nextNoticeAt(order, ctx.clock.now())
    const followed = await followStatus(tx, order, effect.change.status, at)
    const inNotice = [...effect.inNotice, ...followed.inNotice]
    const changes = SHIPPING_CHANGES.filter((change) => inNotice.includes(change))
    const change = { ...effect.change, ...followed.change, noticed_at: at }
    const shown = await changeOrderRecord(ctx, tx, order, change, { changes })
    await appendAudit(ctx, tx, operatorId, {
      actor,
      action: 'order.changed',
      details: { publicId, changes: effect.audited },
      at,
    })
    return { order: shown, changes }
  })
}

/** What comes with a new status: more of the order that changes, and what a notice tells of it. */
type Followed = { change: OrderChange; inNotice: ShippingChange[] }

/** What a status that the desk gives a locked order does to its lines and their items; nothing without one. */
export async function followStatus(
  tx: Tx,
  order: OrderRecord,
  to: ShippingStatus | undefined,
  at: Date,
): Promise<Followed> {
  if (to === undefined) return { change: {}, inNotice: [] }
  const { operator_id: operatorId, order_id: orderId } = order
  const lines = await listLines(tx, operatorId, [orderId])
  switch (to) {
    case 'shipped': {
      const filledCount = await endWaiting(tx, operatorId, lines)
      return { change: {}, inNotice: filledCount > 0 ? ['backorder'] : [] }
    }
    case 'delivered': {
      const ids = lines.map((line) => line.inventory_item_id)
      // When replacements arrive, the items had been delivered before.
      if (order.delivered_at === null) await fulfilItems(tx, operatorId, ids)
      return { change: { delivered_at: at }, inNotice: [] }
    }
    case 'shipped_with_replacements':
      return { change: { replacements_sent_at: at }, inNotice: ['replacements_sent'] }
    case 'returned':
      await takeLinesOffOrder(tx, order, lines, { at, because: 'returned' })
      return { change: {}, inNotice: [] }
    default:
      return { change: {}, inNotice: [] }
  }
}
