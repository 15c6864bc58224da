import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVICE } from './support/paths.ts'
import { file, isTypeScript, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { dottedName, isNode, type Node, syntaxOf } from './support/syntax.ts'

const TABLES = {
  ERRORS: 'packages/contract/src/errors.ts',
  LIMITS: 'service/src/kernel/limits.ts',
  POINTS: 'service/src/kernel/points.ts',
} as const

/** The names that a table in the code lists: the keys of an object, or the texts of an array. */
function namesOf(files: readonly SourceFile[], table: keyof typeof TABLES): string[] {
  const home = files.find(({ path }) => path === TABLES[table])
  const nodes = home ? syntaxOf(home).nodes : []
  const declared = nodes.find((node) => node.type === 'VariableDeclarator' && isNode(node.id) && node.id.name === table)
  return declared ? entriesOf(declared.init) : []
}

function entriesOf(value: unknown): string[] {
  if (!isNode(value)) return []
  if (isNode(value.expression)) return entriesOf(value.expression)
  if (value.type === 'ArrayExpression') return (value.elements as Node[]).map((element) => String(element.value))
  return (value.properties as Node[]).map(({ key }) => (isNode(key) ? String(key.name ?? key.value) : ''))
}

/** Documents the tables without using them. */
const DOCUMENTS = 'service/src/http/openapi/'

const serviceCode = (files: readonly SourceFile[], table: keyof typeof TABLES) =>
  files.filter(
    (one) =>
      one.path.startsWith(SERVICE) &&
      !one.path.startsWith(DOCUMENTS) &&
      isTypeScript(one) &&
      one.path !== TABLES[table],
  )

/** Texts of the service outside the table's own file. */
function textsOf(files: readonly SourceFile[], table: keyof typeof TABLES): Set<string> {
  const nodes = serviceCode(files, table).flatMap((one) => syntaxOf(one).nodes)
  return new Set(nodes.filter(({ type }) => type === 'Literal').map(({ value }) => String(value)))
}

/** Properties that are read from something called limits. */
function limitsRead(files: readonly SourceFile[]): Set<string> {
  const names = serviceCode(files, 'LIMITS')
    .flatMap((one) => syntaxOf(one).nodes.filter(({ type }) => type === 'MemberExpression'))
    .map((node) => /(?:^|\.)(?:limits|LIMITS)\.(\w+)$/.exec(dottedName(node))?.[1])
  return new Set(names.filter((name) => name !== undefined))
}

function unused(files: readonly SourceFile[]): string[] {
  const [codes, points, limits] = [textsOf(files, 'ERRORS'), textsOf(files, 'POINTS'), limitsRead(files)]
  return [
    ...namesOf(files, 'ERRORS').filter((name) => !codes.has(name)),
    ...namesOf(files, 'LIMITS').filter((name) => !limits.has(name)),
    ...namesOf(files, 'POINTS').filter((name) => !isPassed(name, points)),
  ]
}

/** A point is named in whole, or by a flow and a step that stand in two places. */
function isPassed(point: string, texts: ReadonlySet<string>): boolean {
  return texts.has(point) || point.split(':').every((part) => texts.has(part))
}

test('every error code is given, every limit is read and every point is passed somewhere in the service', () => {
  assert.deepEqual(unused(readSourceTree()), [])
})

test('the tables are read: each holds the names that this project cannot be without', () => {
  const files = readSourceTree()
  assert.ok(namesOf(files, 'ERRORS').includes('WALLET_UNAVAILABLE'))
  assert.ok(namesOf(files, 'LIMITS').includes('walletCallMs'))
  assert.ok(namesOf(files, 'POINTS').includes('open-round:applied'))
})

test('a name that nothing uses is found in each table', () => {
  const files = [
    file(TABLES.ERRORS, 'export const ERRORS = { GIVEN: entry(404), FORGOTTEN: entry(409) } as const satisfies A'),
    file(TABLES.LIMITS, 'export const LIMITS = { readMs: 1, forgottenMs: 2 } as const'),
    file(TABLES.POINTS, "export const POINTS = ['passed', 'forgotten', 'flow:replied', 'flow:forgotten'] as const"),
    file(
      'service/src/a.ts',
      "throw new Refusal('GIVEN', ctx.limits.readMs, await ctx.points.at('passed'), other.forgottenMs)\nconst flow = { name: 'flow', step: 'replied' }",
    ),
    file('service/src/http/openapi/a.ts', "const codes = ['FORGOTTEN']"),
  ]
  assert.deepEqual(unused(files), ['FORGOTTEN', 'forgottenMs', 'forgotten', 'flow:forgotten'])
})
