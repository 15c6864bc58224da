import type { PLAYER_LIST } from '@coffer/contract/list'
import type { ListText } from '../list/list-text.ts'
import { RESTRICTION_TEXT } from '../text/players.ts'

/** Labels of the list of players. */
export const PLAYER_LIST_TEXT: ListText<typeof PLAYER_LIST> = {
  columns: {
    playerExternalId: 'Player ID',
    createdAt: 'First seen',
    selfExcluded: 'Restrictions',
    dailySpendMinor: 'Daily spend limit',
    dailyOpensCount: 'Daily opens limit',
  },
  filters: { search: 'Player ID', restriction: 'Restriction', operator: 'Operator' },
  placeholders: { search: 'The whole ID' },
  options: { restriction: RESTRICTION_TEXT },
  sorts: { '-createdAt': 'Newest first' },
  noOperator: 'Choose an operator',
}
