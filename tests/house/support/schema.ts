import type { SourceFile } from './source-tree.ts'

/** Primary key, unique constraint, unique index or foreign key, with its own columns in order. */
export type Key = { kind: 'primary' | 'unique' | 'foreign'; columns: readonly string[]; place: string }

export type Table = {
  name: string
  place: string
  columns: readonly string[]
  keys: readonly Key[]
  isProtected: boolean
}

export type Statement = { text: string; place: string }

/** Reads the plain statements of the migrations: `create table`, `create unique index`, and who is protected. */
export function readSchema(migrations: readonly SourceFile[]): Table[] {
  const statements = migrations.flatMap(statementsOf)
  const tables = statements.flatMap(readTable)
  const indexes = statements.flatMap(readUniqueIndex)
  const added = statements.flatMap(readAddedKey)
  const isProtected = (name: string) => statements.some(({ text }) => text.includes(`protect_operator_table('${name}'`))
  return tables.map((table) => ({
    ...table,
    keys: [...table.keys, ...[...indexes, ...added].filter((key) => key.table === table.name)],
    isProtected: isProtected(table.name),
  }))
}

export function isMigration({ path }: SourceFile): boolean {
  return path.startsWith('service/migrations/') && path.endsWith('.sql')
}

/** Statements end with `;` outside a `$$` body. Comments are blanked, so that places stay right. */
export function statementsOf(file: SourceFile): Statement[] {
  const text = file.text.replace(/--.*$/gm, (comment) => ' '.repeat(comment.length))
  const statements: Statement[] = []
  let start = 0
  for (const end of endsOf(text)) {
    const from = start + /^\s*/.exec(text.slice(start, end))![0].length
    if (from < end) statements.push({ text: text.slice(from, end), place: `${file.path}:${lineOf(text, from)}` })
    start = end + 1
  }
  return statements
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length

function endsOf(text: string): number[] {
  const ends: number[] = []
  let inBody = false
  for (const match of text.matchAll(/\$\$|;/g)) {
    if (match[0] === '$$') inBody = !inBody
    else if (!inBody) ends.push(match.index)
  }
  return [...ends, text.length]
}

function readTable({ text, place }: Statement): Table[] {
  const match = /^create (?:unlogged )?table (?:if not exists )?(\w+) \(([\s\S]*)\)\s*$/.exec(text)
  if (!match) return []
  const lines = splitTopLevel(match[2] as string)
  const columns = lines.filter((line) => !isTableConstraint(line)).map((line) => line.split(' ')[0] as string)
  const name = match[1] as string
  return [{ name, place, columns, keys: lines.flatMap((line) => readKeys(line, place)), isProtected: false }]
}

const isTableConstraint = (line: string) => /^(constraint|primary key|unique|foreign key|check)\b/.test(line)

function readKeys(line: string, place: string): Key[] {
  const whole = /^(?:constraint \w+ )?(primary key|unique|foreign key) \(([^)]*)\)/.exec(line)
  if (whole) return [{ kind: kindOf(whole[1] as string), columns: columnList(whole[2] as string), place }]
  if (isTableConstraint(line)) return []
  const column = line.split(' ')[0] as string
  const inline = [...line.matchAll(/\b(primary key|unique|references)\b/g)]
  return inline.map((match) => ({ kind: kindOf(match[1] as string), columns: [column], place }))
}

function kindOf(words: string): Key['kind'] {
  if (words === 'primary key') return 'primary'
  return words === 'unique' ? 'unique' : 'foreign'
}

const columnList = (text: string) => text.split(',').map((column) => column.trim())

function readUniqueIndex({ text, place }: Statement): (Key & { table: string })[] {
  const match = /^create unique index (?:concurrently )?\w+ on (\w+) \(([^)]*)\)/.exec(text)
  return match ? [{ table: match[1] as string, kind: 'unique', columns: columnList(match[2] as string), place }] : []
}

function readAddedKey({ text, place }: Statement): (Key & { table: string })[] {
  const match = /^alter table (\w+) add ([\s\S]*)$/.exec(text)
  return match
    ? readKeys((match[2] as string).replace(/\s+/g, ' '), place).map((key) => ({ ...key, table: match[1] as string }))
    : []
}

/** Splits at commas outside parentheses, with single spaces. */
function splitTopLevel(body: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of body.replace(/\s+/g, ' ')) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}
