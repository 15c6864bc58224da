import { statementsOf } from './schema.ts'
import type { SourceFile } from './source-tree.ts'

/** Before it, tables were protected with other words, and it narrowed what they granted. */
const NARROWS = '0020_'

/**
 * What the service's logins may update once all migrations have run, as `table.column`, and the tables that may be updated whole.
 */
export function grantedUpdates(migrations: readonly SourceFile[]): { columns: Set<string>; whole: string[] } {
  const columns = new Set<string>()
  const whole = new Set<string>()
  const add = (table: string, list: string) => {
    for (const column of list.split(',')) columns.add(`${table}.${column.trim()}`)
  }
  for (const one of migrations) {
    const isNarrow = (one.path.split('/').at(-1) as string) >= NARROWS
    for (const { text } of statementsOf(one)) {
      for (const [, table, list] of text.matchAll(/select narrow_updates\('(\w+)',\s*'([^']+)'\)/g)) add(table!, list!)
      for (const [, list, tables] of text.matchAll(/grant [^;]*?update \(([^)]+)\) on ([\w, ]+) to/g)) {
        for (const table of tables!.split(',')) add(table.trim(), list!)
      }
      if (!isNarrow) continue
      const wide = /^grant [^;]*?\bupdate\b(?! \()[^;]*? on ([\w, ]+) to/.exec(text)
      for (const table of wide?.[1]?.split(',') ?? []) whole.add(table.trim())
      const taken = /^revoke update on ([\w, ]+) from/.exec(text)
      for (const table of taken?.[1]?.split(',') ?? []) whole.delete(table.trim())
      const protect = /select protect_operator_table\('(\w+)'(?:,\s*'([^']*)')?\)/.exec(text)
      const [, table, privileges = 'select, insert'] = protect ?? []
      if (table === undefined) continue
      const named = /update \(([^)]+)\)/.exec(privileges)
      if (named) add(table, named[1] as string)
      else if (/\bupdate\b/.test(privileges)) whole.add(table)
    }
  }
  return { columns, whole: [...whole] }
}
