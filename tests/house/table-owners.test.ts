import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStore, SERVICE, serviceFolder } from './support/paths.ts'
import { isMigration, readSchema } from './support/schema.ts'
import { file, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { calleeName, isNode, type Node, nodesBelow, syntaxOf, templateText } from './support/syntax.ts'

/** Methods of the query builder whose first argument names tables. */
const NAMES_TABLES =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|from|using|table|(inner|left|right|full|cross)Join)$/
const SQL_NAMES_TABLES = /\b(?:from|join|into|update|table|only)\s+"?([a-z_]+)"?/gi

/** The doctor compares all tables, and a search joins those of several folders. Neither changes any. */
const READS_EVERY_TABLE = ['service/src/doctor/', 'service/src/reports/round-search-store.ts']
const mayReadEveryTable = (path: string) => READS_EVERY_TABLE.some((start) => path.startsWith(start))
const WRITES = /\b(insert\s+into|update\s+\w+\s+set|delete\s+from|truncate|merge\s+into)\b/i
const WRITING_CALLS = /\.(insertInto|updateTable|deleteFrom|mergeInto)$/

type Naming = { table: string; place: string; path: string }

/** Where tables are declared: a property of `interface Tables`. The folder that declares a table owns it. */
function declarations(files: readonly SourceFile[]): Naming[] {
  return files.flatMap((one) =>
    syntaxOf(one)
      .nodes.filter((node) => node.type === 'TSInterfaceDeclaration' && isNode(node.id) && node.id.name === 'Tables')
      .flatMap((node) => (isNode(node.body) ? (node.body.body as Node[]) : []))
      .map((property) => ({ table: nameOf(property.key), place: placeOf(one, property.start), path: one.path })),
  )
}

const nameOf = (key: unknown) => (isNode(key) ? String(key.name ?? key.value) : '')

function namings(one: SourceFile, tables: readonly string[]): Naming[] {
  return syntaxOf(one).nodes.flatMap((node) =>
    namesIn(node)
      .filter((name) => tables.includes(name))
      .map((table) => ({ table, place: placeOf(one, node.start), path: one.path })),
  )
}

function namesIn(node: Node): string[] {
  if (node.type === 'TaggedTemplateExpression') {
    const text = isNode(node.quasi) ? templateText(node.quasi) : ''
    return [...text.matchAll(SQL_NAMES_TABLES)].map((match) => match[1] as string)
  }
  if (node.type !== 'CallExpression' || !NAMES_TABLES.test(calleeName(node) || endOfChain(node))) return []
  const [first] = node.arguments as unknown[]
  const texts = nodesBelow(first).filter(({ type, value }) => type === 'Literal' && typeof value === 'string')
  return texts.map(({ value }) => String(value).split(' ')[0] as string)
}

/** `.innerJoin` of `tx.selectFrom('a').innerJoin('b')`, where the object is itself a call. */
function endOfChain(node: Node): string {
  const callee = isNode(node.callee) ? node.callee : undefined
  return callee && isNode(callee.property) ? `.${String(callee.property.name)}` : ''
}

function strangeNamings(files: readonly SourceFile[]): string[] {
  const tables = readSchema(files.filter(isMigration)).map(({ name }) => name)
  const code = files.filter((one) => one.path.startsWith(SERVICE) && isTypeScript(one))
  const declared = declarations(code)
  const ownerOf = new Map(declared.map(({ table, path }) => [table, serviceFolder(path)]))
  return [
    ...declared
      .filter(({ table }) => !tables.includes(table))
      .map(({ table, place }) => `${place}: no migration makes ${table}`),
    ...declared
      .filter(({ table, path }) => ownerOf.get(table) !== serviceFolder(path) || !isStore(path))
      .map(({ table, place }) => `${place} declares ${table}, which is not its to own`),
    ...tables.filter((table) => !ownerOf.has(table)).map((table) => `the table ${table} has no owner`),
    ...code
      .filter(({ path }) => !mayReadEveryTable(path))
      .flatMap((one) => namings(one, tables))
      .filter(({ table, path }) => ownerOf.get(table) !== serviceFolder(path) || !isStore(path))
      .map(({ table, place }) => `${place} names ${table}, which only the store of ${ownerOf.get(table)} may`),
  ]
}

function writesOfReaders(files: readonly SourceFile[]): string[] {
  return files
    .filter((one) => mayReadEveryTable(one.path) && isTypeScript(one))
    .flatMap((one) =>
      syntaxOf(one)
        .nodes.filter((node) =>
          node.type === 'TemplateLiteral' ? WRITES.test(templateText(node)) : isWritingCall(node),
        )
        .map(({ start }) => `${placeOf(one, start)} writes`),
    )
}

function isWritingCall(node: Node): boolean {
  return node.type === 'CallExpression' && WRITING_CALLS.test(calleeName(node) || endOfChain(node))
}

test('the doctor and the search of rounds read tables of every folder and write none', () => {
  assert.deepEqual(writesOfReaders(readSourceTree()), [])
  const found = (text: string) => writesOfReaders([file('service/src/doctor/a.ts', text)]).length
  assert.equal(found('sql`select 1 from rounds`\ntx.selectFrom("rounds")'), 0)
  assert.equal(found('sql`delete from rounds`'), 1)
  assert.equal(found("tx.updateTable('rounds')"), 1)
})

test('a table has one owner, and is named in the stores of its owner only', () => {
  assert.deepEqual(strangeNamings(readSourceTree()), [])
})

const MADE = file('service/migrations/0001_a.sql', 'create table rounds (a int); create table players (a int);')
const owner = (name: string) =>
  file(`service/src/${name}/store.ts`, `declare module '../a.ts' { interface Tables { ${name}: A } }`)

test('a table that another folder or a verb names is found, however the statement is written', () => {
  const found = (path: string, text: string) =>
    strangeNamings([MADE, owner('rounds'), owner('players'), file(`service/src/${path}`, text)]).length
  assert.equal(found('rounds/reel-store.ts', "tx.selectFrom('rounds as r').selectAll()"), 0)
  assert.equal(found('rounds/reel-store.ts', "tx.selectFrom('rounds as r').innerJoin('players', 'a', 'b')"), 1)
  assert.equal(found('rounds/open-round.ts', "tx.updateTable('rounds')"), 1)
  assert.equal(found('players/player-store.ts', 'sql`update rounds set a = 1`'), 1)
  assert.equal(found('http/a.ts', "tx.selectFrom(['players', 'rounds'])"), 2)
  assert.equal(found('http/a.ts', "const a = { rounds: 'the rounds of players' }"), 0)
})

test('a table without an owner, with two owners, and one that no migration makes are found', () => {
  assert.deepEqual(strangeNamings([MADE, owner('rounds')]), ['the table players has no owner'])
  assert.equal(strangeNamings([MADE, owner('rounds'), owner('players'), owner('ghosts')]).length, 1)
  const second = file('service/src/wallet/store.ts', owner('rounds').text)
  assert.equal(strangeNamings([MADE, owner('rounds'), owner('players'), second]).length, 1)
})
