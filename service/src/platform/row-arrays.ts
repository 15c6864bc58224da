import { assert, present } from '../kernel/index.ts'

/** How values of a type are handed over: in an array of which type, by its name and by its number in `pg_type`. */
type Type = {
  as: string
  oid: number
  holds(value: unknown): boolean
  /** Writes one as PostgreSQL reads it in binary, after its length. */
  write(bytes: Bytes, value: never): void
}

/** A column of rows that are handed to a statement. */
export type Column = { name: string; typeName: string; type: Type }

/** The values of a row, in the order of the columns. */
export type Row = readonly unknown[]

/** PostgreSQL counts microseconds from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const MICROSECONDS = 1_000
const TWO_TO_32 = 0x1_0000_0000

const TYPES: Readonly<Record<string, Type>> = {
  bigint: {
    as: 'bigint',
    oid: 20,
    holds: Number.isSafeInteger,
    write: (bytes, value: number) => bytes.bigint(value),
  },
  int: {
    as: 'int',
    oid: 23,
    // Its first 32 bits are all of it.
    holds: (value) => typeof value === 'number' && (value | 0) === value,
    write: (bytes, value: number) => bytes.int(4).int(value),
  },
  boolean: {
    as: 'boolean',
    oid: 16,
    holds: (value) => typeof value === 'boolean',
    write: (bytes, value: boolean) => bytes.int(1).byte(Number(value)),
  },
  text: {
    as: 'text',
    oid: 25,
    // Half a character would be written as another one.
    holds: (value) => typeof value === 'string' && value.isWellFormed(),
    write: (bytes, value: string) => bytes.text(value),
  },
  timestamptz: {
    as: 'timestamptz',
    oid: 1184,
    holds: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
    write: (bytes, value: Date) => bytes.bigint((value.getTime() - EPOCH_MS) * MICROSECONDS),
  },
  // As text: arrays of arrays have all one length.
  'bigint[]': {
    as: 'text',
    oid: 25,
    holds: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
    write: (bytes, value: number[]) => bytes.text(`{${value.join()}}`),
  },
}

const ROWS = /\brows as (\w+) \(([^)]+)\)/

/** A statement over rows: its text for one row, whose values are parameters, and for several, for which each column is an array. */
export type OverRows = { textOfOne: string; textOfSeveral: string; columns: readonly Column[] }

/**
 * Reads what a text says of its rows, `rows as name (column type, …)`, and puts them there. One row of parameters costs the database nothing,
 * and several as arrays less than the same rows as JSON: a few of them little less, and many less than half.
 */
export function readColumns(text: string): OverRows {
  const [whole, name, list] = present(ROWS.exec(text), 'a statement of many says of what its rows are made')
  const columns = (list as string).split(',').map((declared) => readColumn(declared))
  const rest = text.replace(whole as string, '')
  for (const { name } of columns)
    assert(new RegExp(`\\b${name}\\b`).test(rest), `a statement does something with ${name}`)
  const names = columns.map((column) => column.name).join(', ')
  const values = columns.map((column, place) => `$${place + 1}::${column.typeName} as ${column.name}`).join(', ')
  const arrays = columns.map(({ type }, place) => `$${place + 1}::${type.as}[]`).join(', ')
  const cast = columns.map((column) => `${column.name}::${column.typeName}`).join(', ')
  const over = (rows: string) => text.replace(whole, () => rows)
  return {
    textOfOne: over(`(select ${values}) as ${name}`),
    textOfSeveral: columns.every(({ type, typeName }) => type.as === typeName)
      ? over(`unnest(${arrays}) as ${name} (${names})`)
      : over(`(select ${cast} from unnest(${arrays}) as row (${names})) as ${name}`),
    columns,
  }
}

/** The text for these rows, and its parameters. */
export function queryOver({ textOfOne, textOfSeveral, columns }: OverRows, rows: readonly Row[]): [string, unknown[]] {
  if (rows.length === 1) return [textOfOne, [...(rows[0] as Row)]]
  const column = (index: number) => rows.map((row) => row[index])
  return [textOfSeveral, columns.map(({ type }, index) => BYTES.array(type, column(index)))]
}

function readColumn(declared: string): Column {
  const [name, typeName] = declared.trim().split(/\s+/) as [string, string]
  return { name, typeName, type: present(TYPES[typeName], `rows have no values of the type ${typeName}`) }
}

/** What a row holds by now. Throws where it has other columns than these, or a value that is none of its column's type. */
export function readRow(columns: readonly Column[], row: object): Row {
  assert(Object.keys(row).length === columns.length, 'a row has the columns that its statement says and no other')
  return columns.map(({ name, typeName, type }) => {
    assert(name in row, `rows have a ${name}`)
    const value = (row as Record<string, unknown>)[name] ?? null
    assert(value === null || type.holds(value), `${name} is a ${typeName}`)
    return value
  })
}

const ONE_DIMENSION = 1
const FIRST_PLACE = 1
const OF_NULL = -1
const HAS_NULL_AT = 4

/** Of a character of JavaScript, in UTF-8. */
const MOST_BYTES = 3

/** Writes one array after the other, in the same memory. */
class Bytes {
  #buffer = Buffer.allocUnsafe(65_536)
  #at = 0

  array(type: Type, values: readonly unknown[]): Buffer {
    this.#at = 0
    let hasNull = 0
    this.int(ONE_DIMENSION).int(hasNull).int(type.oid).int(values.length).int(FIRST_PLACE)
    for (const value of values) {
      if (value === null) {
        hasNull = 1
        this.int(OF_NULL)
      } else type.write(this, value as never)
    }
    this.#buffer.writeInt32BE(hasNull, HAS_NULL_AT)
    return Buffer.from(this.#buffer.subarray(0, this.#at))
  }

  int(value: number): this {
    this.#makeRoom(4)
    this.#at = this.#buffer.writeInt32BE(value, this.#at)
    return this
  }

  byte(value: number): void {
    this.#makeRoom(1)
    this.#at = this.#buffer.writeUInt8(value, this.#at)
  }

  bigint(value: number): void {
    const high = Math.floor(value / TWO_TO_32)
    this.#makeRoom(12)
    this.#buffer.writeInt32BE(8, this.#at)
    this.#buffer.writeInt32BE(high, this.#at + 4)
    this.#at = this.#buffer.writeUInt32BE(value - high * TWO_TO_32, this.#at + 8)
  }

  text(value: string): void {
    this.#makeRoom(4 + value.length * MOST_BYTES)
    const length = this.#buffer.write(value, this.#at + 4)
    this.#buffer.writeInt32BE(length, this.#at)
    this.#at += 4 + length
  }

  #makeRoom(count: number): void {
    if (this.#at + count <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#at + count))
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#buffer = larger
  }
}

const BYTES = new Bytes()
