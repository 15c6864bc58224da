import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDomainFile, SERVICE } from './support/paths.ts'
import { file, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { calleeName, dottedName, isNode, type Node, syntaxOf } from './support/syntax.ts'

/** Time, randomness and the network come from the context; these names are the ways around it. */
const CLOCK_AND_CHANCE = [
  ...['Date.now', 'performance.now', 'Math.random', 'randomBytes', 'randomUUID', 'randomInt', 'crypto.getRandomValues'],
  ...['fetch', 'globalThis.fetch'],
]
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate']
const OUTSIDE_MODULES =
  /^node:(net|http|https|http2|dns|tls|dgram|child_process|worker_threads|timers|timers\/promises)$/

/** Where the outside world is made, and the programs that stand outside the service. */
const MAKES_THE_OUTSIDE_WORLD = [
  'service/src/platform/system.ts',
  'service/src/platform/master-key.ts',
  'service/src/cli/',
]

const PURE_PACKAGES = ['packages/contract/src/', 'packages/fairness/src/']

type Use = { name: string; start: number }

function ambientUses(one: SourceFile): Use[] {
  return syntaxOf(one).nodes.flatMap((node) => {
    if (node.type === 'CallExpression') return [{ name: calleeName(node), start: node.start }]
    if (isPresentMoment(node)) return [{ name: 'new Date()', start: node.start }]
    if (node.type === 'ImportSpecifier' && isNode(node.imported))
      return [{ name: dottedName(node.imported), start: node.start }]
    const isProcess = node.type === 'MemberExpression' && isNode(node.object) && dottedName(node.object) === 'process'
    return isProcess ? [{ name: 'process', start: node.start }] : []
  })
}

function isPresentMoment(node: Node): boolean {
  if (node.type !== 'NewExpression' || calleeName(node) !== 'Date') return false
  return Array.isArray(node.arguments) && node.arguments.length === 0
}

function usesOf(one: SourceFile, names: readonly string[]): string[] {
  return ambientUses(one)
    .filter(({ name }) => names.includes(name))
    .map(({ name, start }) => `${placeOf(one, start)} uses ${name}`)
}

function modulesOf(one: SourceFile, pattern: RegExp): string[] {
  return syntaxOf(one)
    .imports.filter(({ specifier, isType }) => pattern.test(specifier) && !isType)
    .map(({ specifier, start }) => `${placeOf(one, start)} imports ${specifier}`)
}

function waysAround(files: readonly SourceFile[]): string[] {
  return files.filter(isTypeScript).flatMap((one) => {
    if (PURE_PACKAGES.some((folder) => one.path.startsWith(folder))) {
      return [...usesOf(one, [...CLOCK_AND_CHANCE, ...TIMERS, 'new Date()', 'process']), ...modulesOf(one, /^node:/)]
    }
    if (!one.path.startsWith(SERVICE)) return []
    if (MAKES_THE_OUTSIDE_WORLD.some((place) => one.path.startsWith(place))) return []
    const common = usesOf(one, [...CLOCK_AND_CHANCE, 'new Date()'])
    if (!isDomainFile(one.path)) return common
    return [...common, ...usesOf(one, [...TIMERS, 'process']), ...modulesOf(one, OUTSIDE_MODULES)]
  })
}

test('time, randomness and the network reach the service through the context only, and the pure packages not at all', () => {
  assert.deepEqual(waysAround(readSourceTree()), [])
})

test('each way around the context is found, and a time that is given is not one', () => {
  const uses = (path: string, text: string) => waysAround([file(path, text)]).length
  for (const text of [
    'Date.now()',
    'new Date()',
    'Math.random()',
    'performance.now()',
    'fetch(url)',
    'randomBytes(1)',
  ]) {
    assert.equal(uses('service/src/rounds/a.ts', text), 1, text)
    assert.equal(uses('packages/contract/src/a.ts', text), 1, text)
    assert.equal(uses('service/src/platform/system.ts', text), 0, text)
  }
  assert.equal(uses('service/src/rounds/a.ts', "import { randomBytes as bytes } from 'node:crypto'"), 1)
  assert.equal(uses('service/src/rounds/a.ts', 'setTimeout(work, 1)'), 1)
  assert.equal(uses('service/src/rounds/a.ts', 'const a = process.env.HOME'), 1)
  assert.equal(uses('service/src/rounds/a.ts', "import { request } from 'node:http'"), 1)
  assert.equal(uses('packages/fairness/src/a.ts', "import { createHmac } from 'node:crypto'"), 1)
  assert.equal(uses('service/src/rounds/a.ts', 'const a = [new Date(0), ctx.clock.now(), "Date.now()"] // fetch()'), 0)
})

/** The ways of a test to wait for so long, or to measure how long something took. */
const REAL_TIME = ['sleep', 'setTimeout', 'setInterval', 'performance.now', 'process.hrtime', 'process.hrtime.bigint']
const REAL_TIME_METHODS = /\.(sleep|waitForTimeout)$|^AbortSignal\.timeout$/
/** The kill run works in real time, as its pauses are what it varies; the other one is a program that takes pictures. */
const WORKS_IN_REAL_TIME = ['tests/kill/', 'tests/browser/take-pictures.ts']

function realTimeUses(files: readonly SourceFile[]): string[] {
  const isMeant = ({ path }: SourceFile) =>
    path.startsWith('tests/') &&
    !path.includes('/support/') &&
    !WORKS_IN_REAL_TIME.some((place) => path.startsWith(place))
  return files
    .filter((one) => isTypeScript(one) && isMeant(one))
    .flatMap((one) => [
      ...ambientUses(one).flatMap(({ name, start }) =>
        REAL_TIME.includes(name) || REAL_TIME_METHODS.test(name) ? [`${placeOf(one, start)} uses ${name}`] : [],
      ),
      ...syntaxOf(one).nodes.flatMap((node) =>
        node.type === 'BinaryExpression' &&
        node.operator === '-' &&
        isNode(node.left) &&
        calleeName(node.left) === 'Date.now'
          ? [`${placeOf(one, node.start)} measures with Date.now`]
          : [],
      ),
    ])
}

test('a test neither waits for a time nor measures one: its clock passes, and events are waited for', () => {
  assert.deepEqual(realTimeUses(readSourceTree()), [])
})

test('each way of a test to wait or to measure is found, and a clock that passes is none', () => {
  const uses = (text: string, path = 'tests/api/a.test.ts') => realTimeUses([file(path, text)]).length
  for (const text of [
    "import { setTimeout as wait } from 'node:timers/promises'",
    'await sleep(10)',
    'await ctx.clock.sleep(10)',
    'await page.waitForTimeout(10)',
    'setTimeout(done, 10)',
    'const before = performance.now()',
    'const took = Date.now() - before',
    'const signal = AbortSignal.timeout(10)',
  ])
    assert.equal(uses(text), 1, text)
  assert.equal(uses('await sleep(10)', 'tests/support/a.ts'), 0)
  assert.equal(uses('await clock.pass(10); const now = Date.now()'), 0)
})
