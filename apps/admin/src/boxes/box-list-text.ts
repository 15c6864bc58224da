import type { BOX_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { BOX_STATUS_FILTER_TEXT, SCHEDULE_STATUS_TEXT } from '../text/boxes.ts'

/** Labels of the list of boxes. */
export const BOX_LIST_TEXT: ListText<typeof BOX_LIST> = {
  columns: {
    name: 'Name',
    status: 'Status',
    versionNumber: 'Version',
    priceMinor: 'Price',
    rtpBps: 'RTP',
    currentRtpBps: 'RTP now',
    maxPrizeMinor: 'Largest prize',
    prizeCount: 'Prizes',
    scheduledFor: 'Publishes at',
    publishedAt: 'Published',
  },
  filters: {
    search: 'Name, slug or key',
    status: 'Status',
    schedule: 'Scheduled version',
    operator: 'Operator',
  },
  placeholders: { search: 'Part of the name, slug or key' },
  options: { status: BOX_STATUS_FILTER_TEXT, schedule: SCHEDULE_STATUS_TEXT },
  sorts: {
    '-createdAt': 'Newest first',
    name: 'Name',
    '-priceMinor': 'Highest price first',
    priceMinor: 'Lowest price first',
    '-currentRtpBps': 'Highest current RTP first',
    currentRtpBps: 'Lowest current RTP first',
  },
  noOperator: 'Choose an operator',
}
