import type { AUDIT_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { ACTION_TEXT } from '../text/audit.ts'

/** Labels of the audit log. */
export const AUDIT_LIST_TEXT: ListText<typeof AUDIT_LIST> = {
  columns: {
    // Entries are numbered in the order of their time, which the column shows.
    entryNumber: 'Time',
    actor: 'Actor',
    action: 'Action',
    objectType: 'Object',
    reason: 'Reason',
    address: 'Address',
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
  options: { action: ACTION_TEXT },
  sorts: { '-entryNumber': 'Newest first', entryNumber: 'Oldest first' },
  noOperator: 'Coffer (platform)',
}
