import type { AdminItemChange } from '@coffer/contract/admin'
import { actionText } from '../text/audit.ts'
import { piecesText } from '../text/items.ts'
import { money } from '../text/numbers.ts'

/** Describes a change of an item. */
export function describeItemChange({ action, changes, currency }: AdminItemChange): string {
  const label = actionText(action)
  // The change of the item itself, not of one of its fields.
  const change = changes.find(({ field }) => field === null)
  if (change === undefined) return label
  const before = textOf(action, change.before, currency)
  const after = textOf(action, change.after, currency)
  return before === null || after === null ? label : `${label}: from ${before} to ${after}`
}

/** A value before or after a change; null when it is of an unknown kind. */
function textOf(action: AdminItemChange['action'], value: unknown, currency: string | null): string | null {
  if (typeof value !== 'number' && value !== null) return null
  if (action === 'item.stock_set') return piecesText(value)
  if (currency === null) return null
  switch (action) {
    case 'item.shipping_cost_set':
      return value === null ? 'the default of the settings' : money(value, currency)
    case 'item.value_set':
    case 'catalog.value_held':
    case 'catalog.value_approved':
      return value === null ? null : money(value, currency)
    default:
      return null
  }
}
