import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ERROR_CODES } from '@coffer/contract/errors'
import { SENT_EVENT_TYPES } from '@coffer/contract/events'
import { type Coverage, holesIn, titlesOf } from './support/coverage/check.ts'
import { OTHER_PROOFS } from './support/coverage/endpoints.ts'
import { BUILT_CODES, BUILT_ENDPOINTS } from './support/coverage/interface-names.ts'
import { coveragePage } from './support/coverage/page.ts'
import type { Entry } from './support/coverage/proof.ts'
import { endpointOf, ROUTES, sections } from './support/coverage/sections.ts'
import { file, PROJECT_DIR, readSourceTree } from './support/source-tree.ts'

const PAGE = 'docs/reference/coverage.md'
const COMMAND = 'WRITE_REFERENCE=1 npm run t -- tests/house/coverage.test.ts'

const BUILT = new Set<string>([
  ...ROUTES.map(endpointOf),
  ...Object.keys(OTHER_PROOFS),
  ...ERROR_CODES,
  ...SENT_EVENT_TYPES,
])

test('every row of the interface names a test that is there', () => {
  assert.deepEqual(holesIn({ sections: sections(), files: readSourceTree(), built: BUILT }), [])
})

test('what the interface names is in the contract', () => {
  const plain = (name: string) => name.replace(/\{\w+\}/g, '{}')
  const built = new Set([...BUILT].map(plain))
  assert.deepEqual(
    [...BUILT_ENDPOINTS, ...BUILT_CODES].filter((name) => !built.has(plain(name))),
    [],
  )
})

test('the page of what shows the interface is written from this table', () => {
  const path = join(PROJECT_DIR, PAGE)
  const text = coveragePage(sections())
  if (process.env.WRITE_REFERENCE) writeFileSync(path, text)
  assert.ok(readFileSync(path, 'utf8') === text, `${PAGE} is not fresh; write it anew: ${COMMAND}`)
})

const VALUE = '$' + '{one}'
const A_TEST = file(
  'tests/api/a.test.ts',
  [
    "test('plain', () => {})",
    `test(\`of ${VALUE} and ${VALUE}\`, () => {})`,
    "t.test('inner', () => {})",
    "suite('suite', () => {})",
    'test(name, () => {})',
    "assert.equal(a, 'no title')",
    "// test('said')",
    ['test', "skip('skipped', () => {})"].join('.'),
  ].join('\n'),
)

/** What is found when a table has one row, called `GET /a`. */
function holesWith(entry: Entry, more: Partial<Coverage> = {}): string[] {
  const rows = [{ name: 'GET /a', entry }]
  return holesIn({ sections: [{ title: 'A', rows }], files: [A_TEST], built: new Set(), ...more })
}

test('titles are those of tests: as text, or as a template with a mark for each value', () => {
  assert.deepEqual([...titlesOf(A_TEST)], ['plain', 'of … and …', 'inner'])
})

test('a row without a test, with one that is not there, and a file that is gone are found', () => {
  assert.deepEqual(holesWith(['api/a', 'plain']), [])
  assert.deepEqual(
    holesWith([
      ['api/a', 'plain'],
      ['api/a', 'of … and …'],
    ]),
    [],
  )
  assert.deepEqual(holesWith(null), ['GET /a has no test'])
  assert.deepEqual(holesWith([]), ['GET /a has no test'])
  for (const title of ['gone', 'of one and two', 'suite', 'no title', 'said', 'skipped', 'pla']) {
    assert.deepEqual(holesWith(['api/a', title]), [`GET /a names a test that api/a does not have: ${title}`])
  }
  assert.deepEqual(holesWith(['api/b', 'plain']), ['GET /a names tests/api/b.test.ts, which is not there'])
  assert.equal(
    holesWith([
      ['api/a', 'plain'],
      ['api/b', 'plain'],
    ]).length,
    1,
  )
})

test('an endpoint or a code without a row is found', () => {
  assert.deepEqual(holesWith(['api/a', 'plain'], { built: new Set(['GET /a', 'A_CODE']) }), ['A_CODE has no row'])
})
