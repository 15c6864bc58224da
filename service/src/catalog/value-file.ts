import { AMOUNT_MAX } from '@coffer/contract/limits'
import { ITEM_LIST } from '@coffer/contract/list'
import { moment } from '@coffer/contract/shapes'
import { CsvError, parse } from 'csv-parse/sync'
import type { Fault } from './faults.ts'
import type { StatedValue } from './stated-value.ts'

/** A file of values: CSV with a header, a row for each value (docs/operators/collectibles.md). Pure. */

/** A row; its item is named by the key of the catalogue file or by its id, as the header says. `currency`: null when the file does not name it. */
export type ValueRow = StatedValue & { line: number; item: string; currency: string | null }
export type ValueFile = { namedBy: 'key' | 'id'; rows: readonly ValueRow[]; faults: readonly Fault[] }

const COLUMNS = ['item', 'itemId', 'valueMinor', 'recordedAt', 'currency']
/** An export of the items can be uploaded with other values. Its other columns are ignored. */
const IGNORED: ReadonlySet<string> = new Set(ITEM_LIST.columns.filter((name) => !COLUMNS.includes(name)))
const ITEM = /^[A-Za-z0-9_.-]{1,80}$/
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,12})$/

/** A longer line has no values: the longest field of an export is a URL. */
const LINE_CHARACTERS = 4000

/** Reads a file, and names everything that is wrong with it by its line. A file with too many rows is not read to its end. */
export function readValueFile(text: string, maxRowsCount: number): ValueFile {
  const lines = readLines(text, maxRowsCount + 2)
  if (!Array.isArray(lines)) return { namedBy: 'key', rows: [], faults: [lines] }
  const [header, ...body] = lines
  const namedBy = header?.fields.includes('itemId') ? 'id' : 'key'
  const fault = header ? headerFault(header.fields) : 'must be a header such as item,valueMinor,recordedAt'
  if (fault !== null) return { namedBy, rows: [], faults: [at(header?.line ?? 1, fault)] }
  if (body.length > maxRowsCount) {
    return { namedBy, rows: [], faults: [{ path: 'file', message: `must have at most ${maxRowsCount} rows` }] }
  }
  const read = body.map((line) => readRow(line, header!.fields))
  return {
    namedBy,
    rows: read.flatMap((row) => ('message' in row ? [] : [row])),
    faults: read.flatMap((row) => ('message' in row ? [row] : [])),
  }
}

type Line = { line: number; fields: readonly string[] }

function readLines(text: string, maxLinesCount: number): Line[] | Fault {
  const long = findLongLine(text)
  if (long !== null) return at(long, `must have at most ${LINE_CHARACTERS} characters`)
  try {
    const options = { info: true, bom: true, relax_column_count: true, skip_empty_lines: true, trim: true } as const
    const records = parse(text, { ...options, delimiter: delimiterOf(text), to: maxLinesCount }) as unknown as {
      record: string[]
      info: { lines: number }
    }[]
    return records.map(({ record, info }) => ({ line: info.lines, fields: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return at(
      Number(error.lines),
      'is not valid CSV: a quotation mark is not closed, or is inside a field without quotation marks',
    )
  }
}

/** The number of the first line that is too long, with which a parser could be kept busy; null when there is none. */
function findLongLine(text: string): number | null {
  const lines = text.matchAll(/\r\n?|\n/g)
  let start = 0
  let line = 1
  for (const { 0: end, index } of lines) {
    if (index - start > LINE_CHARACTERS) return line
    start = index + end.length
    line += 1
  }
  return text.length - start > LINE_CHARACTERS ? line : null
}

/** Spreadsheets of many countries separate fields by semicolons. */
function delimiterOf(text: string): ',' | ';' {
  const header = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  return header.includes(';') && !header.includes(',') ? ';' : ','
}

function headerFault(fields: readonly string[]): string | null {
  const unknown = fields.find((name) => !COLUMNS.includes(name) && !IGNORED.has(name))
  if (unknown !== undefined)
    return `has an unknown column ${unknown.slice(0, 80)}; the columns are ${COLUMNS.join(', ')}`
  if (new Set(fields).size < fields.length) return 'names a column twice'
  if (fields.includes('item') === fields.includes('itemId')) return 'must have one of item and itemId'
  return fields.includes('valueMinor') ? null : 'must have valueMinor'
}

function readRow({ line, fields }: Line, names: readonly string[]): ValueRow | Fault {
  if (fields.length !== names.length) return at(line, `must have ${names.length} fields`)
  const field = (name: string) => fields[names.indexOf(name)] ?? ''
  const item = field('item') || field('itemId')
  if (!ITEM.test(item)) return at(line, 'must name an item by its key or id')
  const value = field('valueMinor')
  if (!WHOLE_NUMBER.test(value) || Number(value) > AMOUNT_MAX) {
    return at(line, `valueMinor must be a whole number from 0 to ${AMOUNT_MAX}`)
  }
  const recordedAt = field('recordedAt')
  if (recordedAt !== '' && !moment.safeParse(recordedAt).success) {
    return at(line, 'recordedAt must be a date and time such as 2026-03-01T12:00:00Z, or empty')
  }
  const currency = field('currency') || null
  return {
    line,
    item,
    valueMinor: Number(value),
    recordedAt: recordedAt === '' ? null : new Date(recordedAt),
    currency,
  }
}

function at(line: number, message: string): Fault {
  return { path: `line ${line}`, message }
}
