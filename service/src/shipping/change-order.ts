import {
  type BackendOrder,
  type OrderSave,
  type OrderSaveInput,
  orderSave,
  SHIPPING_CHANGES,
  type ShippingChange,
  type ShippingStatus,
} from '@coffer/contract/shipping'
import { type Actor, appendAudit } from '../audit/index.ts'
import { fulfilItems } from '../inventory/index.ts'
import { messagesByPath, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { changeOrderRecord, nextNoticeAt } from './change-order-record.ts'
import { listLines } from './line-store.ts'
import { isSameAddress, refuseOutdated, statusesAfter } from './order.ts'
import { endWaiting, takeLinesOffOrder } from './order-lines.ts'
import { lockOrder, type OrderChange } from './order-store.ts'
import { showOrder } from './read-orders.ts'
import type { OrderRecord } from './tables.ts'

export type ChangeOrder = {
  operatorId: number
  publicId: string
  save: OrderSaveInput
  /** The version of the order that the change is based on. Omitted: any. */
  version?: number
  actor: Actor
  reason?: string | undefined
}

/**
 * Changes status, tracking, note, recorded cost and address of an order, together: one notice, and one entry of the audit log without personal
 * data. A change to the same values is neither. Cancelling is `cancelShippingOrder`. Throws ORDER_NOT_FOUND, ORDER_CHANGED,
 * SHIPMENT_NOT_EDITABLE, and a 422 that names the field.
 */
export async function changeOrder(
  ctx: Context,
  input: ChangeOrder,
): Promise<{ order: BackendOrder; changes: ShippingChange[] }> {
  const { operatorId, publicId, version, actor, reason } = input
  const save = readSave(input.save)
  return ctx.tx(operatorId, async (tx) => {
    const order = await lockOrder(tx, { operatorId, playerId: null }, publicId)
    if (!order) throw new Refusal('ORDER_NOT_FOUND')
    refuseOutdated(order, version)
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
      details: { publicId, changes: effect.audited, ...(reason !== undefined && { reason }) },
      at,
    })
    return { order: shown, changes }
  })
}

/** A field that the desk saves. */
type Saved = {
  name: keyof OrderSave
  column: keyof OrderRecord
  inNotice: ShippingChange
  /** The audit log records only that it changed: entries are never erased, and a tracking number can lead to the address. */
  isPersonal: boolean
}

const SAVED: readonly Saved[] = [
  { name: 'status', column: 'status', inNotice: 'status', isPersonal: false },
  { name: 'carrier', column: 'carrier', inNotice: 'tracking', isPersonal: false },
  { name: 'trackingNumber', column: 'tracking_number', inNotice: 'tracking', isPersonal: true },
  { name: 'trackingUrl', column: 'tracking_url', inNotice: 'tracking', isPersonal: true },
  { name: 'address', column: 'address', inNotice: 'address', isPersonal: true },
  { name: 'userNotes', column: 'user_notes', inNotice: 'details', isPersonal: true },
  { name: 'realizedTotalCostMinor', column: 'realized_total_cost_minor', inNotice: 'details', isPersonal: false },
]

/** Fields whose values are personal data. Entries of the audit log from before 0052 contain those of tracking. */
export const PERSONAL_FIELDS: readonly string[] = SAVED.filter(({ isPersonal }) => isPersonal).map(({ name }) => name)

/** What a save changes of an order: the columns, what a notice says of them, and what the audit log says. */
type SaveEffect = {
  change: Partial<Pick<OrderRecord, 'status' | 'address'>>
  inNotice: ShippingChange[]
  audited: { field: string; from?: unknown; to?: unknown }[]
}

/** Reads what somebody wants to save. Throws VALIDATION_FAILED. */
function readSave(input: unknown): OrderSave {
  const read = orderSave.safeParse(input)
  if (read.success) return read.data
  const fields = messagesByPath(
    read.error.issues.map(({ path, message }) => [path.map(String).join('.') || 'save', message]),
  )
  throw new Refusal('VALIDATION_FAILED', { fields })
}

/**
 * What a save changes. Refuses with VALIDATION_FAILED a status that the order cannot have next, and with SHIPMENT_NOT_EDITABLE an
 * address once the order is past pending, anything but the cost once it is erased, and anything once it is cancelled.
 */
function effectOf(order: OrderRecord, save: OrderSave): SaveEffect {
  const saved = SAVED.filter((one) => isNew(order, save, one))
  const { status } = save
  if (status !== undefined && status !== order.status) refuseMove(order, status)
  if (saved.some((one) => isTooLate(order, one))) throw new Refusal('SHIPMENT_NOT_EDITABLE')
  return {
    change: Object.fromEntries(saved.map(({ name, column }) => [column, save[name]])),
    inNotice: SHIPPING_CHANGES.filter((change) => saved.some(({ inNotice }) => inNotice === change)),
    audited: saved.map(({ name, column, isPersonal }) =>
      isPersonal ? { field: name } : { field: name, from: order[column], to: save[name] },
    ),
  }
}

function isNew(order: OrderRecord, save: OrderSave, { name, column }: Saved): boolean {
  const wanted = save[name]
  if (wanted === undefined) return false
  return save.address && name === 'address' ? !isSameAddress(order.address, save.address) : wanted !== order[column]
}

/** Nothing is saved of a cancelled order, and only its cost of one that is erased. */
function isTooLate({ status, erased_at }: OrderRecord, { name }: Saved): boolean {
  if (status === 'cancelled' || (erased_at !== null && name !== 'realizedTotalCostMinor')) return true
  return name === 'address' && status !== 'pending'
}

function refuseMove({ status: from }: OrderRecord, to: OrderRecord['status']): void {
  const possible = statusesAfter(from)
  if (possible.some((status) => status === to)) return
  const next = possible.length > 0 ? `a ${from} order can become ${possible.join(' or ')}` : `a ${from} order stays so`
  const words = to === 'cancelled' ? `cannot be saved: an order is cancelled by a call of its own; ${next}` : next
  throw new Refusal('VALIDATION_FAILED', { fields: { status: [words] } })
}

/** What comes with a new status: more of the order that changes, and what a notice says of it. */
type Followed = { change: OrderChange; inNotice: ShippingChange[] }

/** What a status that the desk gives a locked order does to its lines and their items; nothing without one. */
async function followStatus(tx: Tx, order: OrderRecord, to: ShippingStatus | undefined, at: Date): Promise<Followed> {
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
