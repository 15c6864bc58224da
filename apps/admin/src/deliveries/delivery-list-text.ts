import type { DELIVERY_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { DELIVERY_STATUS_TEXT, EVENT_TEXT } from '../text/webhooks.ts'

/** Labels of the list of deliveries. */
export const DELIVERY_LIST_TEXT: ListText<typeof DELIVERY_LIST> = {
  columns: {
    type: 'Event',
    url: 'Endpoint',
    playerExternalId: 'Player ID',
    status: 'Status',
    attemptCount: 'Attempts',
    occurredAt: 'Occurred',
  },
  filters: {
    status: 'Status',
    type: 'Event',
    endpointId: 'Endpoint',
    from: 'From (UTC)',
    to: 'To (UTC)',
    operator: 'Operator',
  },
  options: {
    status: DELIVERY_STATUS_TEXT,
    type: Object.fromEntries(Object.entries(EVENT_TEXT).map(([type, { name }]) => [type, name])),
  },
  sorts: { '-occurredAt': 'Newest first' },
  noOperator: 'Choose an operator',
}
