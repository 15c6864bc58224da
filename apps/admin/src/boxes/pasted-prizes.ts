import type { AdminItemRow } from '@coffer/contract/admin'
import { CATALOGUE_KEY } from '@coffer/contract/box-names'
import { PRIZES_PER_BOX } from '@coffer/contract/limits'
import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { count } from '../text/numbers.ts'
import { type ChanceFormat, readChance, typedChance } from './chance-text.ts'
import { LIST_COLUMNS } from './copied-prizes.ts'
import { type DraftRow, rowOf } from './version-draft.ts'

/** A line of a pasted list: the key of an item and its units. */
type PastedPrize = { readonly line: number; readonly key: string; readonly units: number }

/** `faults`: why the list cannot be used, as sentences. */
type PastedPrizes = { readonly prizes: readonly PastedPrize[]; readonly faults: readonly string[] }

/** Longest list that is read, in characters. */
const PASTED_CHARACTERS = 200_000

/**
 * Reads a list of prizes: CSV with commas, semicolons or tabs, as spreadsheets copy cells. A header is needed only if the list has other columns
 * than the key of an item and its chance. A chance with % is a percentage; any other is a number of units.
 */
export function readPastedPrizes(text: string): PastedPrizes {
  const lines = linesOf(text)
  if (typeof lines === 'string') return { prizes: [], faults: [lines] }
  const { columns, body } = tableOf(lines)
  if (body.length === 0) return { prizes: [], faults: ['The list has no prizes.'] }
  if (body.length > PRIZES_PER_BOX) {
    return { prizes: [], faults: [`The list has more than ${count(PRIZES_PER_BOX)} prizes.`] }
  }
  const prizes: PastedPrize[] = []
  const faults: string[] = []
  const lineOf = new Map<string, number>()
  for (const { line, cells } of body) {
    const [key = '', chance = ''] = [cells[columns.indexOf('item')], cells[columns.indexOf('chance')]]
    const units = readChance(chance, 'units')
    const firstLine = lineOf.get(key)
    if (cells.length > columns.length)
      faults.push(`Line ${line} has more than ${columns.length} columns. ${COLUMN_HELP}`)
    else if (!CATALOGUE_KEY.test(key)) faults.push(`Line ${line} has no valid item key.`)
    else if (firstLine !== undefined) faults.push(`Line ${line}: ${key} is on line ${firstLine} already.`)
    else if (units === null) faults.push(`Line ${line}: enter a percentage such as 12.5%, or a whole number of units.`)
    else prizes.push({ line, key, units })
    if (firstLine === undefined) lineOf.set(key, line)
  }
  return { prizes, faults }
}

const COLUMN_HELP = 'Put numbers with commas into quotation marks, or name the columns in the first line.'

/** The names of the columns, and the lines below the header. */
function tableOf(lines: readonly Line[]) {
  const header = lines[0]?.cells.map((cell) => cell.toLowerCase()) ?? []
  const hasHeader = LIST_COLUMNS.every((name) => header.includes(name))
  return hasHeader ? { columns: header, body: lines.slice(1) } : { columns: [...LIST_COLUMNS], body: lines }
}

type Line = { readonly line: number; readonly cells: readonly string[] }

/** The lines of a list that are not empty, or why they cannot be read. */
function linesOf(text: string): readonly Line[] | string {
  if (text.length > PASTED_CHARACTERS) return `The list has more than ${count(PASTED_CHARACTERS)} characters.`
  try {
    const options = {
      ...{ info: true, bom: true, relax_column_count: true, trim: true },
      ...{ skip_empty_lines: true, skip_records_with_empty_values: true },
    } as const
    const records = parse(text, { ...options, delimiter: delimiterOf(text), to: PRIZES_PER_BOX + 2 }) as unknown as {
      record: string[]
      info: { lines: number }
    }[]
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return `Line ${Number(error.lines)}: a quotation mark is not closed, or is inside a value without quotation marks.`
  }
}

function delimiterOf(text: string): string {
  const first = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  return ['\t', ';'].find((delimiter) => first.includes(delimiter)) ?? ','
}

/** The rows of a list, or why it cannot be used: an item that does not exist. */
export function pastedRows(
  prizes: readonly PastedPrize[],
  items: readonly AdminItemRow[],
  chanceFormat: ChanceFormat,
): { readonly rows: readonly DraftRow[]; readonly faults: readonly string[] } {
  const itemOf = new Map(items.map((item) => [item.key, item]))
  const rows: DraftRow[] = []
  const faults: string[] = []
  for (const { line, key, units } of prizes) {
    const item = itemOf.get(key)
    if (item === undefined) faults.push(`Line ${line}: no item has the key ${key}.`)
    else rows.push({ ...rowOf(item), units, chance: typedChance(units, chanceFormat) })
  }
  return { rows, faults }
}
