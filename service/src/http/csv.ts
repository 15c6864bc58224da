import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Shown } from './handlers.ts'

/**
 * Rows as a CSV file in UTF-8 with a header of column names, and a byte order mark for spreadsheets. Lists are separated by a space. A text
 * that a spreadsheet would run as a formula is preceded by an apostrophe.
 */
export function okCsv<Row extends object>(
  name: string,
  columns: readonly (keyof Row & string)[],
  rows: AsyncIterable<Row>,
): Shown<200, Readable> {
  const table = stringify({
    columns: [...columns],
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { object: (value) => (Array.isArray(value) ? value.join(' ') : JSON.stringify(value)) },
  })
  // An error of either stream destroys both, and with them the connection: the browser reports a file that is cut off.
  const body = pipeline(Readable.from(rows), table, () => {})
  return {
    status: 200,
    body,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  }
}
