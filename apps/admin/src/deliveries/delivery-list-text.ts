import type { DELIVERY_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { DELIVERY_STATUS_TEXT, EVENT_TEXT, eventLabel } from '../text/webhooks.ts'

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
    search: 'Delivery ID or idempotency key',
    status: 'Status',
    type: 'Event',
    endpointId: 'Endpoint',
    from: 'From (UTC)',
    to: 'To (UTC)',
    operator: 'Operator',
  },
  options: {
    status: DELIVERY_STATUS_TEXT,
    type: Object.fromEntries(Object.keys(EVENT_TEXT).map((type) => [type, eventLabel(type)])),
  },
  sorts: { '-occurredAt': 'Newest first' },
  noOperator: 'Choose an operator',
}
