import { shortChance } from '../text/rounds.ts'
import type { ChanceUnit } from './chance-text.ts'
import type { DraftRow } from './version-draft.ts'

/** Columns of a list of prizes. */
export const LIST_COLUMNS = { item: 'item', chance: 'chance' } as const

/** Rows as a list with tabs, which spreadsheets paste into cells, and which can be pasted here again. */
export function copiedPrizes(rows: readonly DraftRow[], chanceUnit: ChanceUnit): string {
  const lines = rows.map((row) => `${row.key}\t${copiedChance(row, chanceUnit)}\n`)
  return [`${LIST_COLUMNS.item}\t${LIST_COLUMNS.chance}\n`, ...lines].join('')
}

function copiedChance({ units, chance }: DraftRow, unit: ChanceUnit): string {
  if (units === null) return chance
  return unit === 'percent' ? shortChance(units) : `${units}`
}
