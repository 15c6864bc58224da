import { type OrderSave, orderSave, SHIPPING_CHANGES, type ShippingChange } from '@coffer/contract/shipping'
import { messagesByPath, Refusal } from '../kernel/index.ts'
import { isSameAddress, ORDER_MOVES } from './order.ts'
import type { OrderRecord } from './tables.ts'

/** What the desk saves of an order, and what of it is new. Pure. */

type Saved = {
  name: keyof OrderSave
  column: keyof OrderRecord
  inNotice: ShippingChange
  /** The audit log says only that it changed: a player's own words and whereabouts stand in no log. */
  isPersonal: boolean
}

const SAVED: readonly Saved[] = [
  { name: 'status', column: 'status', inNotice: 'status', isPersonal: false },
  { name: 'carrier', column: 'carrier', inNotice: 'tracking', isPersonal: false },
  { name: 'trackingNumber', column: 'tracking_number', inNotice: 'tracking', isPersonal: false },
  { name: 'trackingUrl', column: 'tracking_url', inNotice: 'tracking', isPersonal: false },
  { name: 'address', column: 'address', inNotice: 'address', isPersonal: true },
  { name: 'userNotes', column: 'user_notes', inNotice: 'details', isPersonal: true },
  { name: 'realizedTotalCostMinor', column: 'realized_total_cost_minor', inNotice: 'details', isPersonal: false },
]

/** What a save changes of an order: the columns, what a notice tells of them, and what the audit log says. */
export type SaveEffect = {
  change: Partial<Pick<OrderRecord, 'status' | 'address'>>
  inNotice: ShippingChange[]
  audited: { field: string; from?: unknown; to?: unknown }[]
}

/** Reads what somebody wants to save. Throws VALIDATION_FAILED. */
export function readSave(input: unknown): OrderSave {
  const read = orderSave.safeParse(input)
  if (read.success) return read.data
  const fields = messagesByPath(
    read.error.issues.map(({ path, message }) => [path.map(String).join('.') || 'save', message]),
  )
  throw new Refusal('VALIDATION_FAILED', { fields })
}

/**
 * What a save changes. Refuses with VALIDATION_FAILED a status that the order cannot have next, and with SHIPMENT_NOT_EDITABLE an
 * address once the order is past pending, and anything once it is cancelled.
 */
export function effectOf(order: OrderRecord, save: OrderSave): SaveEffect {
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

/** Nothing is told of a cancelled order any more. */
function isTooLate({ status }: OrderRecord, { name }: Saved): boolean {
  return status === 'cancelled' || (name === 'address' && status !== 'pending')
}

function refuseMove({ status: from }: OrderRecord, to: OrderRecord['status']): void {
  const possible = ORDER_MOVES[from].filter((status) => status !== 'cancelled')
  if (possible.some((status) => status === to)) return
  const next = possible.length > 0 ? `a ${from} order can become ${possible.join(' or ')}` : `a ${from} order stays so`
  const words = to === 'cancelled' ? `cannot be saved: an order is cancelled by a call of its own; ${next}` : next
  throw new Refusal('VALIDATION_FAILED', { fields: { status: [words] } })
}
