import type { API_KEY_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { KEY_STATUS_TEXT } from '../text/api-keys.ts'

/** Labels of the list of API keys. */
export const KEY_LIST_TEXT: ListText<typeof API_KEY_LIST> = {
  columns: {
    keyId: 'Key ID',
    status: 'Status',
    scopes: 'Scopes',
    requireNonce: 'Nonce',
    createdAt: 'Created',
    lastUsedAt: 'Last used',
  },
  filters: { search: 'Key ID', status: 'Status', operator: 'Operator' },
  options: { status: KEY_STATUS_TEXT },
  sorts: { '-createdAt': 'Newest first', createdAt: 'Oldest first' },
  noOperator: 'Choose an operator',
}
