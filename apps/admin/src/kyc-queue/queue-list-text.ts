import type { KYC_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { STATUS_TEXT } from '../text/status.ts'

/** Labels of the list of verifications. */
export const KYC_LIST_TEXT: ListText<typeof KYC_LIST> = {
  columns: {
    playerExternalId: 'Player ID',
    operator: 'Operator',
    status: 'Status',
    hints: 'Hints and reasons',
    claim: 'Claimed by',
    submittedAt: 'Time',
  },
  filters: { search: 'Player ID', status: 'Status', operator: 'Operator' },
  placeholders: { search: 'The whole ID' },
  options: { status: STATUS_TEXT },
  sorts: { queue: 'Order of the queue' },
  noOperator: 'All',
}
