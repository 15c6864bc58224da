/** A column that holds sealed values, declared by the owner of its table. Every value is bound to all that stands here, and to its row. */
export type SealedColumn = {
  /** What the values are, in a word. */
  purpose: string
  table: string
  column: string
  /** The column of the operator; null where the rows are the platform's. */
  operator: 'operator_id' | null
  /** Names a row within its operator, for whoever goes through all of them. */
  key: string
  keyType: 'bigint' | 'integer' | 'text'
  /** The columns whose values a sealed value is bound to. None of them changes. */
  row: readonly string[]
  /** Whether an open value is what its row says. Always true when omitted. */
  isTrue?: (plain: string, row: readonly RowPart[]) => boolean
}

export type RowPart = string | number

/** One value's place: its column, its operator (or `PLATFORM`) and its row. */
export type SealedPlace = { column: SealedColumn; operatorId: number; row: readonly RowPart[] }

/** Stands in the place of an operator where something is the platform's. */
export const PLATFORM = 0

/** The place of a value; `row` holds the values of `column.row` in their order. */
export function sealedPlace(column: SealedColumn, operatorId: number, ...row: RowPart[]): SealedPlace {
  return { column, operatorId, row }
}

/** The bytes that a value is bound to. JSON keeps the parts apart, whatever they hold. */
export function placeBytes(keyId: string, { column, operatorId, row }: SealedPlace): Buffer {
  const { purpose, table, column: name } = column
  return Buffer.from(JSON.stringify(['coffer', keyId, purpose, table, name, operatorId, ...row.map(String)]), 'utf8')
}
