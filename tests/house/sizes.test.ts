import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { calleeName, type Node, syntaxOf } from './support/syntax.ts'

/** Lines. These numbers only ever go down. */
const LONGEST_FILE = 400
const LONGEST_FUNCTION = 70

const WRITTEN_BY_HAND = /\.(tsx?|mjs|js|css|html|sql|sh)$/
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length

function tooLong(files: readonly SourceFile[]): string[] {
  const long = files
    .filter(({ path, text }) => WRITTEN_BY_HAND.test(path) && linesOf(text) > LONGEST_FILE)
    .map(({ path, text }) => `${path} has ${linesOf(text)} lines`)
  return [...long, ...files.filter(isTypeScript).flatMap(longFunctions)]
}

/** A suite groups tests and does nothing itself. */
function longFunctions(one: SourceFile): string[] {
  const { nodes } = syntaxOf(one)
  const groups = new Set(
    nodes.filter((node) => calleeName(node) === 'suite').flatMap((node) => node.arguments as Node[]),
  )
  return nodes
    .filter((node) => FUNCTIONS.includes(node.type) && !groups.has(node))
    .map(({ start, end }) => ({ start, lines: linesOf(one.text.slice(start, end)) }))
    .filter(({ lines }) => lines > LONGEST_FUNCTION)
    .map(({ start, lines }) => `${placeOf(one, start)} begins a function of ${lines} lines`)
}

test('no file is longer than 400 lines, and no function longer than 70', () => {
  assert.deepEqual(tooLong(readSourceTree()), [])
})

test('one line more than allowed is found, in a file and in a function of any form', () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'work()').join('\n')
  assert.equal(tooLong([file('a.ts', `${lines(400)}\n`)]).length, 0)
  assert.equal(tooLong([file('a.ts', `${lines(401)}\n`)]).length, 1)
  for (const head of ['function f() {', 'const f = async () => {', 'const f = function () {', 'class A { f() {']) {
    const tail = head.startsWith('class') ? '}}' : '}'
    assert.equal(tooLong([file('a.ts', `${head}\n${lines(68)}\n${tail}`)]).length, 0, head)
    assert.equal(tooLong([file('a.ts', `${head}\n${lines(69)}\n${tail}`)]).length, 1, head)
  }
  assert.equal(tooLong([file('a.ts', `suite('a', () => {\n${lines(69)}\n})`)]).length, 0)
})
