import type { ROUND_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { ROUND_STATUS_TEXT } from '../text/rounds.ts'

/** Labels of the list of rounds. */
export const ROUND_LIST_TEXT: ListText<typeof ROUND_LIST> = {
  columns: {
    publicId: 'Round',
    createdAt: 'Started',
    playerExternalId: 'Player ID',
    boxes: 'Game',
    prizes: 'Prizes',
    status: 'Status',
    betMinor: 'Bet',
    payoutMinor: 'Prize value',
  },
  filters: {
    search: 'Round ID, player ID or transaction',
    item: 'Item name or vault item ID',
    status: 'Status',
    from: 'From (UTC)',
    to: 'To (UTC)',
    operator: 'Operator',
  },
  placeholders: { search: 'rnd_…' },
  options: { status: ROUND_STATUS_TEXT },
  sorts: { '-createdAt': 'Newest first' },
  noOperator: 'Choose an operator',
}
