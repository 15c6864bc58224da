import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Figure, type FigureName, figuresOf } from './support/figures/figures.ts'
import { passThroughsOf } from './support/figures/pass-through.ts'
import { readingList } from './support/figures/reading-list.ts'
import { FIGURES } from './support/figures/table.ts'
import { file, readSourceTree } from './support/source-tree.ts'

/**
 * These figures only fall. `ceiling`: more is refused. `slack`: what a figure may stand below its ceiling before the ceiling
 * has to come down after it, in the same change.
 */
const CEILINGS: Partial<Record<FigureName, { ceiling: number; slack: number }>> = {
  files: { ceiling: 558, slack: 5 },
  oneImporter: { ceiling: 96, slack: 3 },
  oneImporterStubs: { ceiling: 2, slack: 0 },
  importShare: { ceiling: 8, slack: 0.2 },
  importShareHttp: { ceiling: 11.5, slack: 0.3 },
  reachedByOpen: { ceiling: 94, slack: 2 },
  passThroughs: { ceiling: 3, slack: 0 },
}

function faultsOf(figures: Record<FigureName, Figure>, ceilings: typeof CEILINGS): string[] {
  return Object.entries(ceilings).flatMap(([key, { ceiling, slack }]) => {
    const name = key as FigureName
    const value = figures[name].value ?? 0
    const list = `npm run house -- --list ${name}`
    if (value > ceiling) return [`${FIGURES[name].what}: ${value}, more than ${ceiling}; see ${list}`]
    return value < ceiling - slack ? [`${FIGURES[name].what}: ${value}; bring the ceiling ${ceiling} down to it`] : []
  })
}

test('no figure of the house rises, and a ceiling comes down with its figure', () => {
  assert.deepEqual(faultsOf(figuresOf(readSourceTree()), CEILINGS), [])
})

test('every file that is read to understand one open is there, and they are at most 25', () => {
  const tree = readSourceTree()
  const listed = readingList(tree) ?? []
  const paths = new Set(tree.map(({ path }) => path))
  assert.deepEqual(
    listed.filter((path) => !paths.has(path)),
    [],
  )
  assert.ok(listed.length <= 25, `${listed.length} files`)
})

const ROUTES = file(
  'service/src/http/play.ts',
  "import { open } from '../rounds/index.ts'\nexport const handlers = { openRound: open }",
)

test('a figure above its ceiling is found, and one far below it', () => {
  const figures = figuresOf([ROUTES])
  const faults = (ceiling: number, slack: number) => faultsOf(figures, { files: { ceiling, slack } }).length
  assert.deepEqual([faults(1, 0), faults(0, 0), faults(3, 2), faults(3, 1)], [0, 1, 0, 1])
})

test('an open reaches what declares the names it uses, through every index, and neither types nor what stands beside', () => {
  const tree = [
    ROUTES,
    file('package/package.json', '{"name":"@a/money","exports":{"./add":"./add.ts"}}'),
    file('package/add.ts', "import { z } from 'zod'\nexport const add = () => z"),
    file(
      'service/src/rounds/index.ts',
      "export { openBox as open } from './open.ts'\nexport { other } from './other.ts'",
    ),
    file(
      'service/src/rounds/open.ts',
      [
        "import { add } from '@a/money/add'",
        "import { type Row, draw } from './draw.ts'",
        "import { unused, type Kind } from './other.ts'",
        "import { notCalled } from './far.ts'",
        'const kind = (row: Row): Kind => row.unused',
        'export async function openBox() { return within(() => add(draw)) }',
        'const within = (work: () => number) => work({ notCalled: 1 } as Kind)',
        'export const beside = () => [unused(), notCalled(), kind]',
      ].join('\n'),
    ),
    file(
      'service/src/rounds/draw.ts',
      "import { row } from './row.ts'\nexport type Row = {}\nexport const draw = row\n",
    ),
    file('service/src/rounds/row.ts', 'export const row = 1'),
    file('service/src/rounds/other.ts', 'export const other = 1\nexport const unused = () => 1\nexport type Kind = 1'),
    file('service/src/rounds/far.ts', 'export const notCalled = () => 1'),
  ]
  const figures = figuresOf(tree)
  assert.deepEqual(figures.reachedByOpen.counted, [
    ...['package/add.ts', 'service/src/rounds/draw.ts', 'service/src/rounds/open.ts', 'service/src/rounds/row.ts'],
  ])
  assert.equal(figures.reachedByOpenInService.value, 3)
  assert.deepEqual(figures.oneImporter.counted, [
    ...['draw', 'row', 'other', 'far'].map((name) => `service/src/rounds/${name}.ts`),
  ])
})

test('an open whose handler is not found, or found twice, is no figure but an error', () => {
  assert.throws(() => figuresOf([file('service/src/http/a.ts', 'export const other = { openBox: open }')]), /0 tables/)
  assert.throws(() => figuresOf([ROUTES, { ...ROUTES, path: 'service/src/http/again.ts' }]), /2 tables/)
})

test('imports are counted by their lines, what an index hands on not', () => {
  const imports = "import a from 'a'\nimport {\n  b,\n} from 'b'\n"
  const figures = figuresOf([ROUTES, file('service/src/a.ts', `${imports}export { c } from 'c'\n1\n2\n`)])
  assert.equal(figures.importShare.value, 55.6)
  assert.equal(figures.importShareHttp.value, 50)
})

test('a function that only hands on is found, and none that adds something', () => {
  const found = (text: string) => passThroughsOf(file('a.ts', text)).length
  const empty = [
    ...['export async function f(tx, id) { await g(tx, id) }', 'const f = (a) => g(a)', 'const f = ({ a }) => g(a)'],
    ...['export const f = async (a) => await g(a.b)', 'function f(...all) { return g(...all) }'],
  ]
  for (const text of empty) assert.equal(found(text), 1, text)
  const full = [
    ...["const f = (tx, id) => g(tx, id, 'round')", 'const f = (a) => KEY.test(a)', 'const f = (a) => g({ at: a })'],
    ...['const f = () => g()', 'const f = (a) => g(a, h(a))', 'function f(a) { check(a)\n return g(a) }'],
  ]
  for (const text of full) assert.equal(found(text), 0, text)
})

test('the list of what one reads for an open is the one of ARCHITECTURE.md', () => {
  const text =
    '# A\n\n## One open, read in order\n\n1. `a.ts`: begins\n2. [`b/c.ts`](b/c.ts): ends\n\n## Next\n\n3. `d.ts`\n'
  assert.deepEqual(readingList([file('ARCHITECTURE.md', text)]), ['a.ts', 'b/c.ts'])
  assert.equal(readingList([file('ARCHITECTURE.md', '# A')]), null)
})
