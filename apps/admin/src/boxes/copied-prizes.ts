import { shortChance } from '../text/rounds.ts'
import type { ChanceFormat } from './chance-text.ts'
import type { DraftRow } from './version-draft.ts'

/** Columns of a list of prizes: the key of an item and its chance. */
export const LIST_COLUMNS: readonly string[] = ['item', 'chance']

/** Rows as a list with tabs, which spreadsheets paste into cells, and which can be pasted here again. */
export function copiedPrizes(rows: readonly DraftRow[], chanceFormat: ChanceFormat): string {
  const lines = rows.map((row) => `${row.key}\t${copiedChance(row, chanceFormat)}\n`)
  return [`${LIST_COLUMNS.join('\t')}\n`, ...lines].join('')
}

/** Empty for a chance that is not valid. */
function copiedChance({ units }: DraftRow, format: ChanceFormat): string {
  if (units === null) return ''
  return format === 'percent' ? shortChance(units) : `${units}`
}
