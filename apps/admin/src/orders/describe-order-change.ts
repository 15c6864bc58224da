import type { AdminOrderChange, AuditChange } from '@coffer/contract/admin'
import { actionText } from '../text/audit.ts'
import { money } from '../text/numbers.ts'
import { ORDER_STATUS_TEXT } from '../text/shipping.ts'

const FIELDS: Readonly<Partial<Record<string, string>>> = {
  status: 'Status',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  trackingUrl: 'Tracking URL',
  realizedTotalCostMinor: 'Actual shipping cost',
  userNotes: 'Delivery note',
  address: 'Address',
}
const statuses: Readonly<Record<string, string>> = ORDER_STATUS_TEXT

/** Describes a change of an order, one line for each field. `currency`: that of the order. */
export function describeOrderChange({ action, changes }: AdminOrderChange, currency: string): string[] {
  const lines = action === 'order.changed' ? changes.flatMap((change) => lineOf(change, currency)) : []
  return lines.length === 0 ? [actionText(action)] : lines
}

/** The line about a field; none for the change of the order itself. Values that are personal data are not recorded. */
function lineOf({ field, before, after }: AuditChange, currency: string): string[] {
  if (field === null) return []
  const label = FIELDS[field] ?? field
  if (before === undefined && after === undefined) return [`${label} changed`]
  return [`${label}: from ${valueText(field, before, currency)} to ${valueText(field, after, currency)}`]
}

function valueText(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined) return 'none'
  if (field === 'realizedTotalCostMinor' && typeof value === 'number') return money(value, currency)
  if (typeof value !== 'string') return String(value)
  if (field === 'status') return (Object.hasOwn(statuses, value) ? statuses[value] : undefined) ?? value
  return `“${value}”`
}
