/** Rows of a past are copies of what the service has really left: each has every column that the service gives it. */

export type Column = { table: string; name: string; isTime: boolean }
export type Columns = ReadonlyMap<string, readonly Column[]>

/** Asks for all columns of all tables. */
export const COLUMNS = `select table_name as table, column_name as name, data_type = 'timestamp with time zone' as "isTime"
  from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`

export function columnsByTable(rows: readonly Record<string, unknown>[]): Columns {
  return Map.groupBy(rows as Column[], ({ table }) => table)
}

type Copies = {
  table: string
  columns: Columns
  /** SQL for a column of the row `t`; undefined where it is as it was. */
  value: (column: Column) => string | undefined
  /** The rows, of which one is called `t`. */
  from: string
}

/** A statement that writes copies of rows. Foreign keys must not be checked while it runs: they would take most of the time. */
export function copyStatement({ table, columns, value, from }: Copies): string {
  const own = columns.get(table) ?? []
  return `insert into ${table} (${own.map(({ name }) => name).join(', ')}) overriding system value
    select ${own.map((column) => value(column) ?? `t.${column.name}`).join(', ')} ${from}`
}
