import type { AUDIT_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { ACTION_TEXT } from '../text/audit.ts'

const byLabel = Object.entries(ACTION_TEXT).sort(([, one], [, other]) => one.localeCompare(other, 'en'))

/** Labels of the audit log. */
export const AUDIT_LIST_TEXT: ListText<typeof AUDIT_LIST> = {
  columns: {
    // Sorted by number; the times of entries that were written concurrently may differ slightly from that order.
    entryNumber: 'Local time',
    actor: 'Actor',
    action: 'Action',
    objectType: 'Object',
    reason: 'Reason',
    address: 'Network address',
  },
  filters: {
    action: 'Action',
    actor: 'Actor',
    object: 'Object ID',
    from: 'From (UTC)',
    to: 'To (UTC)',
    operator: 'Operator',
  },
  placeholders: { actor: 'Name, e-mail or ID', object: 'Order, player, key…' },
  options: { action: Object.fromEntries(byLabel) },
  sorts: { '-entryNumber': 'Newest first', entryNumber: 'Oldest first' },
  noOperator: 'Coffer (platform)',
}
