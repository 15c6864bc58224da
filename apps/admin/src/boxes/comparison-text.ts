import { count } from '../text/numbers.ts'
import type { PrizeChange, PrizeComparison } from './compare-versions.ts'

export const CHANGE_TEXT: Readonly<Record<PrizeChange, string>> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
  same: 'Same',
}

/** The words of a count, in the order of the sentence. */
const COUNTED: Readonly<Record<PrizeChange, string>> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  moved: 'moved',
  same: 'the same',
}

/** The changes in numbers, such as "2 added, 3 changed, 14 the same." */
export function comparisonText(rows: readonly PrizeComparison[]): string {
  const parts = Object.entries(COUNTED).flatMap(([change, words]) => {
    const rowCount = rows.filter((row) => row.change === change).length
    return rowCount === 0 ? [] : [`${count(rowCount)} ${words}`]
  })
  return `${parts.join(', ')}.`
}

/** A text of a prize with the one before it, if that was another: "€12.00, was €11.00". Without the prize after: the text before. */
export function textWithBefore<Prize>(
  { before, after }: { readonly before: Prize | null; readonly after: Prize | null },
  textsOf: { readonly before: (prize: Prize) => string; readonly after: (prize: Prize) => string },
): string {
  const textBefore = before === null ? null : textsOf.before(before)
  if (after === null) return textBefore ?? ''
  const text = textsOf.after(after)
  return textBefore === null || textBefore === text ? text : `${text}, was ${textBefore}`
}
