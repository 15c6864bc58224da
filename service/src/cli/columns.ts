/** Rows under their headings, each column as wide as its widest cell; `none` where there are no rows. */
export function columns(headings: readonly string[], rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return none
  const all = [headings, ...rows]
  const widths = headings.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A moment to the minute, in UTC; `never` for none. */
export function moment(at: Date | null): string {
  return at === null ? 'never' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
