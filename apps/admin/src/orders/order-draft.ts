import type { AdminOrder } from '@coffer/contract/admin'
import { AMOUNT_MAX } from '@coffer/contract/limits'
import type { OrderSaveInput } from '@coffer/contract/shipping'
import { readAmount, typedAmount } from '../text/amounts.ts'
import { isWebAddress } from '../text/shipping.ts'

/** The fields of an order that staff can edit, by their names in a request. Each draft is the content of a field. */
export type OrderDraft = {
  readonly carrier: string
  readonly trackingNumber: string
  readonly trackingUrl: string
  readonly realizedTotalCostMinor: string
  readonly userNotes: string
}
export type OrderField = keyof OrderDraft
export type OrderFaults = Readonly<Partial<Record<OrderField, string>>>

export function draftOf(order: AdminOrder): OrderDraft {
  const { carrier, trackingNumber, trackingUrl, realizedTotalCostMinor, userNotes, currency } = order
  return {
    carrier: carrier ?? '',
    trackingNumber: trackingNumber ?? '',
    trackingUrl: trackingUrl ?? '',
    realizedTotalCostMinor: realizedTotalCostMinor === null ? '' : typedAmount(realizedTotalCostMinor, currency),
    userNotes: userNotes ?? '',
  }
}

type EditedOrder = { readonly change: OrderSaveInput; readonly faults: OrderFaults }

/** The changed fields of an order as they are sent, null for an emptied one, and faults of fields. `fields`: those that the form has. */
export function editedOrder(draft: OrderDraft, order: AdminOrder, fields: readonly OrderField[]): EditedOrder {
  const before = draftOf(order)
  const edited = fields
    .filter((field) => draft[field] !== before[field])
    .map((field) => ({ field, ...readField(field, draft[field].trim(), order.currency) }))
  const faults = edited.flatMap(({ field, fault }) => (fault === undefined ? [] : [[field, fault]]))
  const changes = edited.flatMap(({ field, value }) =>
    value === undefined || value === order[field] ? [] : [[field, value]],
  )
  return { change: Object.fromEntries(changes), faults: Object.fromEntries(faults) }
}

type ReadField =
  | { readonly value: string | number | null; readonly fault?: never }
  | { readonly value?: never; readonly fault: string }

function readField(field: OrderField, text: string, currency: string): ReadField {
  if (text === '') return { value: null }
  if (field === 'trackingUrl' && !isWebAddress(text)) return { fault: URL_FAULT }
  if (field !== 'realizedTotalCostMinor') return { value: text }
  const { minor, fault } = readAmount(text, currency, AMOUNT_MAX, ', or leave the field empty')
  return fault === undefined ? { value: minor } : { fault }
}

const URL_FAULT = 'Enter an address that begins with https:// or http://.'
